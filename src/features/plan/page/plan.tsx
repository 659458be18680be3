import { plan, type Planned } from "../plan.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import { type Page, type PageContext, pageAt } from "../../../ui/page.ts";
import { show, showPart, wantsPart } from "../../../ui/show.tsx";
import { Button } from "../../../ui/parts/form.tsx";
import { Problem } from "../../../http/problem.ts";
import { changeOf, slidersIn, UNITS, type Slider } from "./sliders.ts";
import { freeWords, paidWords, soonWords, storageWords, WAYS } from "./words.ts";
import { Head } from "../../../ui/shapes/head.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";

/** The page that calculates the effect of a change. */
const PLAN = "/plan";

const Slide = ({ one: { name, label, min, max, step, value } }: { one: Slider }) => (
  <div class="field slide">
    <label for={`plan-${name}`}>{label}</label>
    <input id={`plan-${name}`} type="range" name={name} min={min} max={max} step={step} value={value} />
    <output for={`plan-${name}`} data-one={UNITS[name](1)} data-other={UNITS[name](2)}>
      {UNITS[name](value).replace("{n}", grouped(language(), value))}
    </output>
  </div>
);

const Side = ({ id, title, of }: { id: string; title: string; of: Planned }) => (
  <section class="card pad flow" aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p class="big">{soonWords(of)}</p>
    <p>{t(WAYS[of.way])}</p>
    <p class="soft">
      {plural(
        Math.round(of.free.usage.calls),
        "Needs {needed} of {perMinute} checks per minute: {n} check per day.",
        "Needs {needed} of {perMinute} checks per minute: {n} checks per day.",
        { needed: Math.ceil(of.watching.asked), perMinute: of.watching.perMinute },
      )}
    </p>
    <p class="soft">
      {freeWords(of)} {paidWords(of)} {storageWords(of)}
    </p>
  </section>
);

/** Compares the current state with the state after the change. */
const Answer = ({ now, after }: { now: Planned; after: Planned }) => (
  <div class="half" id="plan-answer" aria-live="polite">
    <Side id="plan-now" title={t("Now")} of={now} />
    <Side id="plan-after" title={t("After")} of={after} />
  </div>
);

async function planPage(context: PageContext<"plan" | "shell" | "keep">): Promise<Response> {
  const { ports, url } = context;
  const { perMinute, retentionDays } = ports.plan;
  const { pulse: healthSnapshot } = await ports.shell();
  if (healthSnapshot === null) throw new Problem(503, t("The database isn't responding."));
  const sliders = slidersIn(url, perMinute, ports.keep.limits.minIntervalSeconds);
  const found = await plan(changeOf(sliders), { perMinute, retentionDays, pulse: async () => healthSnapshot });
  const answer = <Answer {...found} />;
  if (wantsPart(context)) return showPart(context, answer);
  const body = (
    <>
      <Head title={t("Capacity planner")}>{t("See how fast alerts would arrive and what it would cost.")}</Head>
      <div class="stack">
        <form class="card pad flow" action={PLAN} method="get" data-plan>
          {sliders.map((one) => (
            <Slide one={one} />
          ))}
          <p class="line">
            <Button look="main">{t("Calculate")}</Button>
          </p>
        </form>
        {answer}
        <p class="small soft">{t("Estimated from the last check. Cloudflare's quotas and prices are from 2026.")}</p>
      </div>
    </>
  );
  return show(context, { title: t("Capacity planner"), path: "/settings", body });
}

export const planPages: Page[] = [pageAt(PLAN, ["keep", "plan", "shell"], planPage)];
