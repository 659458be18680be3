import { plan, type Planned } from "../../../flows/queries/plan.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import { type Page, type PageContext, pageAt } from "../page.ts";
import { show, showPart, wantsPart } from "../show.tsx";
import { Button } from "../parts/form.tsx";
import { Problem } from "../../http/problem.ts";
import { changeOf, slidersIn, type Slider } from "./sliders.ts";
import { callWords, freeWords, paidWords, soonWords, storageWords, WAYS } from "./words.ts";
import { Head } from "../shapes/head.tsx";

/** The page that calculates the effect of a change. */
const PLAN = "/plan";

const Slide = ({ one: { name, label, unit, min, max, step, value } }: { one: Slider }) => (
  <div class="field slide">
    <label for={`plan-${name}`}>{label}</label>
    <input id={`plan-${name}`} type="range" name={name} min={min} max={max} step={step} value={value} />
    <output for={`plan-${name}`} data-unit={unit}>
      {grouped("en", value)} {unit}
    </output>
  </div>
);

const Side = ({ title, of }: { title: string; of: Planned }) => (
  <section class="card pad flow" aria-labelledby={`plan-${title.toLowerCase()}`}>
    <h2 id={`plan-${title.toLowerCase()}`}>{title}</h2>
    <p class="big">{soonWords(of)}</p>
    <p>{WAYS[of.way]}</p>
    <p class="soft">
      Needs {grouped("en", Math.ceil(of.watching.asked))} of {grouped("en", of.watching.perMinute)} checks per minute:{" "}
      {callWords(Math.round(of.free.usage.calls))} per day.
    </p>
    <p class="soft">
      {freeWords(of)} {paidWords(of)} {storageWords(of)}
    </p>
  </section>
);

/** Compares the current state with the state after the change. */
const Answer = ({ now, after }: { now: Planned; after: Planned }) => (
  <div class="half" id="plan-answer" aria-live="polite">
    <Side title="Now" of={now} />
    <Side title="After" of={after} />
  </div>
);

async function planPage(context: PageContext<"plan" | "shell" | "keep">): Promise<Response> {
  const { ports, url } = context;
  const { perMinute, retentionDays } = ports.plan;
  const { pulse: healthSnapshot } = await ports.shell();
  if (healthSnapshot === null) throw new Problem(503, "The database isn't responding.");
  const sliders = slidersIn(url, perMinute, ports.keep.limits.minIntervalSeconds);
  const found = await plan(changeOf(sliders), { perMinute, retentionDays, pulse: async () => healthSnapshot });
  const answer = <Answer {...found} />;
  if (wantsPart(context)) return showPart(context, answer);
  const body = (
    <>
      <Head title="Capacity planner">See how fast alerts would arrive and what it would cost.</Head>
      <div class="stack">
        <form class="card pad flow" action={PLAN} method="get" data-plan>
          {sliders.map((one) => (
            <Slide one={one} />
          ))}
          <p class="line">
            <Button look="main">Calculate</Button>
          </p>
        </form>
        {answer}
        <p class="small soft">Estimated from the last check. Cloudflare's quotas and prices are from 2026.</p>
      </div>
    </>
  );
  return show(context, { title: "Capacity planner", path: "/settings", body });
}

export const planPages: Page[] = [pageAt(PLAN, ["keep", "plan", "shell"], planPage)];
