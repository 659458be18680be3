import { grouped } from "../../core/numbers-as-text.ts";
import type { OnAir } from "../now/card.ts";
import type { Wall } from "./wall.ts";
import { Avatar, Name, Title } from "../../ui/parts/name.tsx";
import { handleOrNone, displayedName } from "../../ui/words/name.ts";
import { Spark } from "./spark.tsx";
import { Since, Time } from "../../ui/parts/time.tsx";
import { language, t } from "../../ui/words/text.ts";
import { T } from "../../ui/words/translated.tsx";
import { lasting } from "../../ui/words/time.ts";
import { troublesIn } from "../../ui/service-words.ts";

type Counted = Pick<Wall, "onAir" | "pulse"> & { unknown?: number | null };

/** Returns how many are unknown, and whether some have not been checked yet. */
function unsureOf({ pulse: { load, rests }, unknown, onAir }: Counted): { unknown: number; unchecked: boolean } {
  const unchecked = load.judged < load.habitual || rests.length > 0;
  return { unknown: Math.max(unknown ?? load.unknown, onAir.unknown), unchecked };
}

/** Returns the headline of the wall. It says "nobody", or how many exactly, only if all are known. */
export function headlineOf(counted: Counted, blind: boolean): string {
  const { onAir, pulse: healthSnapshot } = counted;
  const { count, more } = onAir;
  if (blind) return t("We can't tell who is live");
  if (healthSnapshot.lastPollAt === 0) return t("Not checked yet");
  const { unknown, unchecked } = unsureOf(counted);
  const n = { n: String(count) };
  if (count > 0 && more) return t("More than {n} live", n);
  if (count > 0) return unknown > 0 || unchecked ? t("At least {n} live", n) : t("{n} live", n);
  return t(unknown > 0 || unchecked ? "No one known to be live" : "No one is live");
}

/** Returns what the headline leaves out: how many are unknown or not yet checked; "" if none. */
export function unsureWords(counted: Counted): string {
  const { unknown, unchecked } = unsureOf(counted);
  return [
    unknown > 0 ? ` · ${t("{n} unknown", { n: unknown })}` : "",
    unchecked ? ` · ${t("some not checked yet")}` : "",
  ].join("");
}

/** True if nobody can tell any more who is live. */
export const isBlindIn = ({ pulse: healthSnapshot, at }: Wall): boolean =>
  troublesIn(healthSnapshot, Number.POSITIVE_INFINITY, at).some(({ blind }) => blind);

/** Says how old the data is. */
export const agedWords = ({ pulse: healthSnapshot, at }: Pick<Wall, "pulse" | "at">): string =>
  healthSnapshot.lastPollAt === 0
    ? t("no checks yet")
    : t("checked {duration} ago", { duration: lasting(Math.max(0, at - healthSnapshot.lastPollAt)) });

/** The live targets in large tiles; with `blind`, as last known. */
export const Tiles = ({ wall, blind }: { wall: Wall; blind: boolean }) => (
  <ul class={`tiles n${Math.min(wall.tiles.length, 12)}${blind ? " old" : ""}`} aria-label={t("Live now")}>
    {wall.tiles.map((one) => (
      <TileView one={one} at={wall.at} blind={blind} />
    ))}
  </ul>
);

/** Who usually goes live next, and when; nothing while nobody can tell who is live, or without usual hours. */
export const NextUp = ({ wall, blind }: { wall: Pick<Wall, "next">; blind: boolean }) =>
  blind || wall.next.length === 0 ? (
    <></>
  ) : (
    <section class="up-next" aria-labelledby="next-up">
      <h2 id="next-up">{t("Usually next")}</h2>
      <ul>
        {wall.next.map(({ id, name, handle, at }) => (
          <li class="card">
            <Avatar name={displayedName(name, handle ?? "?")} of={id} />
            <div>
              <b class="cut">
                <Name of={name} otherwise={handleOrNone(handle)} />
              </b>
              <p class="soft">
                <T of="usually around {time}" time={<Time at={at} />} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );

function TileView({ one, at, blind }: { one: OnAir; at: number; blind: boolean }) {
  const { broadcast, viewers, viewed } = one;
  const { startedAt, startSeen, unknownSince } = broadcast;
  const old = blind || unknownSince !== null;
  const displayName = handleOrNone(one.handle);
  return (
    <li class={old ? "card tile old" : "card tile"}>
      <Avatar name={displayedName(one.name, one.handle ?? "?")} of={one.id} live={!old} />
      <div class="who3">
        <h2 class="cut">
          <Name of={one.name} otherwise={displayName} />
        </h2>
        <Title of={broadcast.title} class="cut" />
      </div>
      {viewers === null ? null : (
        <p class="v">
          {grouped(language(), viewers)}
          <small>{t(old ? "watching then" : "watching")}</small>
        </p>
      )}
      <div class="low">
        <p class="since">
          {unknownSince === null ? (
            <>
              <Since at={startedAt} seen={startSeen} />
              <br />
              <span class="soft">{blind ? "" : lasting(at - startedAt)}</span>
            </>
          ) : (
            <>
              <T of="unknown since {time}" time={<Time at={unknownSince} />} />
              <br />
              <span class="soft">{t("live before that")}</span>
            </>
          )}
        </p>
        <Spark
          points={viewed}
          label={t("Viewers of {who} during this stream", { who: displayedName(one.name, displayName) })}
        />
      </div>
    </li>
  );
}
