import type { Quota } from "../../../engine/plan/plan.ts";
import { about } from "../../../ui/words/time.ts";
import { type Change, plan, type Planned, type PlanPorts } from "../plan.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import { type PageContext, pageAt } from "../../../ui/page.ts";
import { show, showPart, wantsPart } from "../../../ui/show.tsx";
import { SETTINGS } from "../../../ui/nav.ts";
import { CALLS_SETTING } from "../../../ui/parts/calls.tsx";
import { Button, ButtonLink } from "../../../ui/parts/form.tsx";
import { Problem } from "../../../http/problem.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { language, marked, plural, t } from "../../../ui/words/text.ts";

/** The page that calculates the effect of a change. */
const PLAN = "/plan";

/** A slider: its label, bounds and initial position. */
interface Slider {
  name: "creators" | "calls" | "seconds" | "tabs" | "viewers";
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
}

const STEPS = { creators: 50, calls: 10, seconds: 5, tabs: 1, viewers: 1 };
const MAX = { creators: 5000, calls: 3000, seconds: 600, tabs: 20, viewers: 100 };
/** The usual polling interval. */
const USUAL_SECONDS = 60;

/**
 * Returns the sliders as an address sets them. Values out of bounds are clamped; anything but a number leaves the
 * default.
 */
function slidersIn({ searchParams }: URL, perMinute: number, leastSeconds: number): Slider[] {
  const max = Math.max(MAX.calls, 2 * perMinute);
  const slider = (name: Slider["name"], label: string, min: number, max: number, usual: number): Slider => {
    const text = searchParams.get(name) ?? "";
    const reported = /^\d{1,9}$/.test(text) ? Number(text) : usual;
    return { name, label, min, max, step: STEPS[name], value: Math.min(max, Math.max(min, reported)) };
  };
  const min = Math.min(MAX.seconds, Math.ceil(leastSeconds / STEPS.seconds) * STEPS.seconds);
  return [
    slider("creators", t("Extra creators"), 0, MAX.creators, 0),
    // The budget is the starting position, even if it is not a multiple of the step.
    slider("calls", t("Checks per minute"), perMinute % STEPS.calls || STEPS.calls, max, perMinute),
    slider("seconds", t("Check extra creators every"), min, MAX.seconds, Math.max(min, USUAL_SECONDS)),
    slider("tabs", t("Tabs open all day"), 0, MAX.tabs, 1),
    slider("viewers", t("People with a shared link open all day"), 0, MAX.viewers, 0),
  ];
}

/** The text of a slider's value, with `{n}` for the number: the script fills it in too. */
const unitOf = (name: Slider["name"]): string => (name === "seconds" ? t("{n} s") : "{n}");

/** Returns the change that the sliders describe. */
function changeOf(sliders: Slider[]): Change {
  const value = (name: Slider["name"]): number => sliders.find((one) => one.name === name)!.value;
  return {
    add: { live: value("creators") },
    pollsPerMinute: value("calls"),
    intervalSeconds: value("seconds"),
    lookers: { tabs: value("tabs"), viewers: value("viewers") },
  };
}

const Slide = ({ one: { name, label, min, max, step, value } }: { one: Slider }) => (
  <div class="field slide">
    <label for={`plan-${name}`}>{label}</label>
    <input id={`plan-${name}`} type="range" name={name} min={min} max={max} step={step} value={value} />
    <output for={`plan-${name}`} data-unit={unitOf(name)}>
      {unitOf(name).replace("{n}", grouped(language(), value))}
    </output>
  </div>
);

/** Says how soon a start is reported: on average, and almost always. */
const soonWords = ({ delay }: Pick<Planned, "delay">): string =>
  delay === null
    ? t("No estimate yet of how soon alerts arrive.")
    : t("Start alerts after about {mean}, almost always within {most}.", {
        mean: about(delay.meanSeconds),
        most: about(delay.p95Seconds, Math.ceil),
      });

/** How the request budget is spent. */
const WAYS: Record<Planned["way"], string> = {
  on_time: marked("Everyone is checked on time."),
  in_turn: marked(
    "Not enough checks per minute: creators take turns until Tallylight learns when they usually go live.",
  ),
  by_habit: marked("Not enough checks per minute: most go to creators who usually go live at that time."),
};

const QUOTAS: Record<Quota, string> = {
  requests: marked("Worker requests"),
  rowsRead: marked("database rows read"),
  rowsWritten: marked("database rows written"),
  queueOperations: marked("queue operations"),
  cpuMs: marked("CPU time"),
  storage: marked("database size"),
};

const percent = (share: number): string =>
  share < 0.01 ? t("less than 1%") : t("{n}%", { n: Math.round(share * 100) });

/** Says whether Cloudflare's free plan suffices. */
const freeWords = ({ free: { used } }: Pick<Planned, "free">): string =>
  used <= 1 ? t("Fits Cloudflare's free plan.") : t("Does not fit Cloudflare's free plan.");

/** Says which quota of the free plan is the tightest. */
function quotaWords({ free: { endsFirst, used } }: Pick<Planned, "free">): string {
  const values = { quota: t(QUOTAS[endsFirst]), share: percent(used) };
  const daily = endsFirst !== "storage";
  if (used <= 1)
    return t(
      daily ? "The tightest daily quota is {quota}: {share} used." : "The tightest quota is {quota}: {share} used.",
      values,
    );
  return t(
    daily ? "The tightest daily quota is {quota}: {share} needed." : "The tightest quota is {quota}: {share} needed.",
    values,
  );
}

/** Says how large the database becomes. */
const storageWords = ({ databaseBytes }: Pick<Planned, "databaseBytes">): string =>
  t("The database grows to about {size} MB.", { size: Math.max(1, Math.round(databaseBytes / 1_000_000)) });

/** Says what the paid plan costs a month. */
const paidWords = ({ paid: { dollars } }: Pick<Planned, "paid">): string =>
  t("The paid plan costs {price} per month.", {
    price: `$${dollars < 100 ? dollars.toFixed(2).replace(".00", "") : grouped(language(), Math.round(dollars))}`,
  });

interface SideProps {
  id: string;
  title: string;
  of: Planned;
  /** False where the headline of the page says already how soon alerts come. */
  says?: boolean;
}

const Side = ({ id, title, of, says = true }: SideProps) => (
  <section class="card pad flow" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {says ? <p class="big">{soonWords(of)}</p> : null}
    <p>{t(WAYS[of.way])}</p>
    <p class="soft">
      {t("Needs {needed} checks per minute. Your service allows {perMinute}.", {
        needed: Math.ceil(of.watching.asked),
        perMinute: of.watching.perMinute,
      })}{" "}
      {plural(Math.round(of.free.usage.calls), "Makes {n} check per day.", "Makes {n} checks per day.")}
    </p>
    <p class="soft">
      {freeWords(of)} {paidWords(of)}
    </p>
    <details>
      <summary>{t("Details")}</summary>
      <p class="soft">
        {quotaWords(of)} {storageWords(of)}
      </p>
    </details>
  </section>
);

/** The state after the change above the current one. Until something is changed they are the same. */
const Answer = ({ now, after }: { now: Planned; after: Planned }) => {
  const same = JSON.stringify(now) === JSON.stringify(after);
  return (
    <div class="stack" id="plan-answer" aria-live="polite">
      {same ? null : <Side id="plan-after" title={t("After")} of={after} />}
      <Side id="plan-now" title={t("Now")} of={now} says={!same} />
    </div>
  );
};

async function planPage(context: PageContext<PlanPorts>): Promise<Response> {
  const { ports, url } = context;
  const { pulse: healthSnapshot } = await ports.shell();
  if (healthSnapshot === null) throw new Problem(503, t("The database isn't responding."));
  const sliders = slidersIn(url, healthSnapshot.perMinute, ports.keep.limits.minIntervalSeconds);
  const found = await plan(changeOf(sliders), { ...ports.plan, pulse: async () => healthSnapshot });
  const answer = <Answer {...found} />;
  if (wantsPart(context)) return showPart(context, answer);
  const body = (
    <>
      <Head
        crumb={{ path: SETTINGS, label: t("Settings") }}
        title={soonWords(found.now)}
        acts={<ButtonLink href={CALLS_SETTING}>{t("Change calls per minute")}</ButtonLink>}
      >
        {t("Capacity planner")} ·{" "}
        {t("See how fast alerts would arrive and what it would cost. Nothing here changes a setting.")}
      </Head>
      <div class="planner">
        {answer}
        <form class="card pad flow" action={PLAN} method="get" data-plan>
          {sliders.map((one) => (
            <Slide one={one} />
          ))}
          <p class="line">
            <Button look="main">{t("Calculate")}</Button>
          </p>
        </form>
      </div>
      <p class="small soft">{t("Estimated from the last check. Cloudflare's quotas and prices are from 2026.")}</p>
    </>
  );
  return show(context, { title: t("Capacity planner"), path: SETTINGS, body });
}

export const planPages = [pageAt(PLAN, planPage)];
