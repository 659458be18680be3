import { foundAfter, watchedAt } from "../../../engine/plan/plan.ts";
import { pendingWords } from "../../../core/delivery.ts";
import type { HealthSnapshot } from "../../../core/health-snapshot.ts";
import type { Now } from "../now.ts";
import { CALLS_SETTING } from "../../../ui/parts/calls.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { provenBy, type Proof } from "../../../core/proof.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { Resting } from "./resting.tsx";
import { about, lasting } from "../../../ui/words/time.ts";
import type { Worded } from "../../../ui/service-words.ts";
import { t } from "../../../ui/words/text.ts";

/** The state of the service, and whether its checks suffice. */
export function Service({ now, troubles, perMinute }: { now: Now; troubles: Worded[]; perMinute: number }) {
  const { asked } = now.pulse.load;
  const share = Math.min(100, Math.round((asked / perMinute) * 100));
  const blind = troubles.some((one) => one.blind);
  const unclear = troubles.some(({ reason }) => reason === "upstream_unknown");
  return (
    <section class="card" aria-labelledby="service">
      <div class="cap">
        <h2 id="service">{t("Data service")}</h2>
        {blind ? (
          <Pill tone="hand" icon="hand">
            {t("Not responding")}
          </Pill>
        ) : unclear ? (
          <Pill tone="hand" icon="hand">
            {t("Unclear answers")}
          </Pill>
        ) : now.pulse.lastPollAt === 0 ? (
          <Pill icon="clock">{t("Not checked yet")}</Pill>
        ) : (
          <Pill tone="good" icon="done">
            {t("Responding")}
          </Pill>
        )}
      </div>
      <div class="say">
        {now.proof === null || provenBy(now.proof) !== "nothing" ? null : <Unproven proof={now.proof} at={now.at} />}
        {blind ? null : <p>{budgetWords(now.pulse, perMinute)}</p>}
        <svg
          class="gauge"
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          role="img"
          aria-label={t("{share}% of your checks per minute are used", { share })}
        >
          <rect class="t" width="100" height="8" />
          <rect class="v" width={share} height="8" />
        </svg>
        <dl>
          <dt>{t("Creators")}</dt>
          <dd>{now.creators}</dd>
          <dt>{t("Everything else")}</dt>
          <dd>{now.others}</dd>
          <dt>{t("Messages queued")}</dt>
          <dd>{pendingWords(now.waiting)}</dd>
        </dl>
        {now.resting === 0 ? null : (
          <p>
            <Resting count={now.resting} />
          </p>
        )}
        <p>
          <a href={CALLS_SETTING}>{t("Change calls per minute")}</a> · <a href="/plan">{t("Capacity planner")}</a>
        </p>
      </div>
    </section>
  );
}

/** So long without a start or an end is long. */
const LONG_MS = 2 * DAY_MS;

const Unproven = ({ proof: { since }, at }: { proof: Proof; at: number }) => (
  <p>
    <Pill tone="hand" icon="clock">
      {t("Unproven")}
    </Pill>{" "}
    {at - since < LONG_MS
      ? t("We haven't seen a stream start or end yet, so we can't be sure that we read its answers correctly.")
      : t("Still unproven: we haven't seen a stream start or end for {time}.", { time: lasting(at - since) })}{" "}
    <a href="/first-steps/service">{t("See what is missing")}</a>
  </p>
);

/** The budget in a sentence: what all together need, what there is, and what that means for alerts. */
export function budgetWords(healthSnapshot: Pick<HealthSnapshot, "load" | "pool">, perMinute: number): string {
  const { asked } = healthSnapshot.load;
  const { way, delay } = foundAfter(watchedAt(healthSnapshot, perMinute));
  const needed = Math.ceil(asked);
  const needs =
    needed <= perMinute
      ? t("Using {needed} of {perMinute} checks per minute.", { needed, perMinute })
      : t("You need {needed} checks per minute, but have {perMinute}.", { needed, perMinute });
  if (way === "on_time") return `${needs} ${t("Everyone is checked on time.")}`;
  if (delay === null) return `${needs} ${t("Everything is checked less often than you set.")}`;
  const time = about(delay.meanSeconds);
  const expected =
    way === "by_habit"
      ? t("You hear of a start about {time} later, sooner at usual hours.", { time })
      : t("You hear of a start about {time} later.", { time });
  return `${needs} ${expected}`;
}
