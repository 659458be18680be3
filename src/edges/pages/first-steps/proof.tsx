import type { Proof, Seen } from "../../../core/proof.ts";
import { isProven } from "../../../core/proof.ts";
import type { VerdictReading } from "../../../core/operation.ts";
import type { Horizon } from "../../../core/knowledge.ts";
import { listed } from "../../../core/language.ts";
import type { Target } from "../../../resources/targets/form.ts";
import { Icon } from "../parts/icon.tsx";
import { Avatar, Name } from "../parts/name.tsx";
import { Pill } from "../parts/pieces.tsx";
import { Time } from "../parts/time.tsx";
import { standingOf } from "../words/creators.ts";
import { shownName } from "../words/name.ts";
import { about } from "../words/time.ts";
import { lastKey, literal } from "./tree.tsx";

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
        {reading.on === "present" ? (
          <>Live when there is a {value}.</>
        ) : (
          <>
            Live when {value} is <bdi class="v">{listed("en", reading.on.map(literal))}</bdi>.
          </>
        )}
      </p>
      <p class="soft">
        {reading.on === "present"
          ? "Offline when the answer has none. An error counts as unknown."
          : "Anything that is not known to mean offline, such as an error, counts as unknown."}
      </p>
    </div>
  );
};

/** "Saw Maria go live 19:02 and end 19:40". */
const SawWords = ({ start, end }: Pick<Proof, "start" | "end">) => {
  const name = (seen: Seen) => <Name of={seen.name} />;
  if (start === null && end === null) return <>We haven't seen a stream start or end yet</>;
  if (start === null)
    return (
      <>
        Saw {name(end!)} end at <Time at={end!.at} />
      </>
    );
  return (
    <>
      Saw {name(start)} go live at <Time at={start.at} />
      {end === null ? null : (
        <>
          {" "}
          and {end.targetId === start.targetId ? null : name(end)} end at <Time at={end.at} />
        </>
      )}
    </>
  );
};

const Need = ({ seen, children }: { seen: boolean; children: unknown }) => (
  <li class={seen ? "y" : ""}>
    <Icon name={seen ? "well" : "clock"} small />
    <span>{children as string}</span>
  </li>
);

/** How long detection took, as far as polls can tell. */
const within = ({ withinSeconds }: Seen): string => `noticed within ${about(Math.max(1, withinSeconds))}`;

/** What was observed of the rule so far, and what is missing. */
export const ProofPanel = ({ proof, watched, reading, horizon }: Props) => {
  const proven = isProven(proof);
  const both = proof.start !== null && proof.end !== null;
  return (
    <section class="seen flow" id="proof" data-live role="status">
      <Rule reading={reading} />
      <h3 class="line">
        {proven ? (
          <Pill tone="good" icon="done">
            Proven
          </Pill>
        ) : (
          <Pill tone="hand" icon="clock">
            Unproven
          </Pill>
        )}
        <span>
          <SawWords start={proof.start} end={proof.end} />
        </span>
      </h3>
      <p class="soft">
        {both
          ? `The start was ${within(proof.start!)}, the end ${within(proof.end!)}. Your rule holds.`
          : proven
            ? "One of the two was seen. The other is still to come."
            : watched.length > 0
              ? `We watch ${listed(
                  "en",
                  watched.map(({ name }) => shownName(name)),
                )}. You can go on: alerts work already. As soon as someone goes live or ends, it shows here and on Now.`
              : "You can go on: alerts work already. As soon as someone you watch goes live or ends, it shows here and on Now."}
      </p>
      {watched.length === 0 ? null : (
        <ul class="rows tight" aria-label="Creators it was tested with">
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
        <Need seen={proof.watched !== undefined}>Two different answers</Need>
        <Need seen={proof.start !== null}>A start</Need>
        <Need seen={proof.end !== null}>An end</Need>
      </ul>
    </section>
  );
};
