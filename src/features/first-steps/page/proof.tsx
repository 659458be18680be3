import type { Child } from "hono/jsx";
import type { Proof, Seen } from "../../../core/proof.ts";
import { provenBy } from "../../../core/proof.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { listed } from "../../../core/language.ts";
import type { Target } from "../../creators/resource/form.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { standingOf } from "../../creators/page/words.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { about } from "../../../ui/words/time.ts";
import { lastKey, literal } from "./tree.tsx";
import { language, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

interface Props {
  proof: Proof;
  /** The watched ones of the creators that it was tested with. */
  watched: Target[];
  reading: VerdictReading | null;
  horizon: Horizon;
}

/** The rule as a sentence. */
const Rule = ({ reading }: Pick<Props, "reading">) => {
  if (reading === null) return <></>;
  const value = <bdi class="v">{lastKey(reading.verdict).replaceAll("_", " ")}</bdi>;
  return (
    <div class="says">
      <p class="lede">
        {Array.isArray(reading.on) ? (
          <T
            of="Live when {value} is {words}."
            value={value}
            words={<bdi class="v">{listed(language(), reading.on.map(literal))}</bdi>}
          />
        ) : reading.on === "present" ? (
          <T of="Live when there is a {value}." value={value} />
        ) : reading.on === "absent" ? (
          <T of="Live while {value} is empty." value={value} />
        ) : (
          <T
            of="Live while {value} is later than {end}."
            value={value}
            end={<bdi class="v">{lastKey(reading.on.newerThan).replaceAll("_", " ")}</bdi>}
          />
        )}
      </p>
      <p class="soft">
        {reading.on === "present"
          ? t("Offline when the answer has none. An error counts as unknown.")
          : Array.isArray(reading.on)
            ? t("Anything that is not known to mean offline, such as an error, counts as unknown.")
            : t("An error or a missing answer counts as unknown.")}
      </p>
    </div>
  );
};

/** "Saw Maria go live 19:02 and end 19:40". */
const SawWords = ({ start, end }: Pick<Proof, "start" | "end">) => {
  const name = (seen: Seen) => <Name of={seen.name} />;
  if (start === null && end === null) return <>{t("We haven't seen a stream start or end yet")}</>;
  if (start === null) return <T of="Saw {name} end at {end}" name={name(end!)} end={<Time at={end!.at} />} />;
  const started = { name: name(start), start: <Time at={start.at} /> };
  if (end === null) return <T of="Saw {name} go live at {start}" {...started} />;
  const ended = <Time at={end.at} />;
  return end.targetId === start.targetId ? (
    <T of="Saw {name} go live at {start} and end at {end}" {...started} end={ended} />
  ) : (
    <T of="Saw {name} go live at {start} and {other} end at {end}" {...started} other={name(end)} end={ended} />
  );
};

const Need = ({ seen, children }: { seen: boolean; children: unknown }) => (
  <li class={seen ? "y" : ""}>
    <Icon name={seen ? "well" : "clock"} small />
    <span>{children as string}</span>
  </li>
);

/** How long detection took, as far as polls can tell. */
const within = ({ withinSeconds }: Seen): string => about(Math.max(1, withinSeconds));

/** What was observed of the rule so far, and what is missing. */
export const ProofPanel = ({ proof, watched, reading, horizon, children }: Props & { children: Child }) => {
  const proven = provenBy(proof);
  return (
    <section class="seen flow" id="proof" data-live role="status">
      <Rule reading={reading} />
      {children}
      <h3 class="line">
        {proven === "both" ? (
          <Pill tone="good" icon="done">
            {t("Proven")}
          </Pill>
        ) : (
          <Pill tone="hand" icon="clock">
            {proven === "nothing" ? t("Unproven") : t("Half proven")}
          </Pill>
        )}
        <span>
          <SawWords start={proof.start} end={proof.end} />
        </span>
      </h3>
      <p class="soft">
        {proven === "both"
          ? t("The start was noticed within {start}, the end noticed within {end}. Your rule holds.", {
              start: within(proof.start!),
              end: within(proof.end!),
            })
          : proven !== "nothing"
            ? t(proven === "end" ? "We saw an end. Waiting for a start." : "We saw a start. Waiting for an end.")
            : watched.length > 0
              ? t(
                  "We watch {names}. You can go on meanwhile. As soon as someone goes live or ends, it shows here and on Now.",
                  {
                    names: listed(
                      language(),
                      watched.map(({ name }) => displayedName(name)),
                    ),
                  },
                )
              : t("You can go on meanwhile. As soon as someone you watch goes live or ends, it shows here and on Now.")}
      </p>
      {watched.length === 0 ? null : (
        <ul class="rows tight" aria-label={t("Creators it was tested with")}>
          {watched.map((one) => {
            const { words, tone, icon } = standingOf(one, horizon);
            return (
              <li class="line">
                <Avatar name={one.name.replace(/^@/, "")} of={one.id} live={tone === "live"} />
                <a class="cut" href={`/creators/${one.id}`}>
                  <Name of={one.name} />
                </a>
                <Pill tone={tone} icon={icon}>
                  {words}
                </Pill>
              </li>
            );
          })}
        </ul>
      )}
      <ul class="need">
        <Need seen={proof.watched !== undefined}>{t("Two different answers")}</Need>
        <Need seen={proof.start !== null}>{t("A start")}</Need>
        <Need seen={proof.end !== null}>{t("An end")}</Need>
      </ul>
    </section>
  );
};
