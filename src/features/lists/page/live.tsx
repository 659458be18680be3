import type { Horizon } from "../../../core/knowledge.ts";
import { grouped } from "../../../core/numbers-as-text.ts";
import { openBroadcast, type Broadcast } from "../../history/broadcasts.ts";
import { cardOf, type OnAir } from "../../now/card.ts";
import type { Watched } from "../../now/now-reading.ts";
import type { NextUp } from "../../wall/wall.ts";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { handleOrNone, displayedName } from "../../../ui/words/name.ts";
import { lasting } from "../../../ui/words/time.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import type { LiveWords } from "./words.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Tiles of those who are live. */
const MAX_TILES = 9;

/** Those who are live, or were when last known: most viewers first, and the unknown last. */
export function airingOf(onAir: Watched[], horizon: Horizon): OnAir[] {
  return onAir
    .flatMap((one): OnAir[] => {
      const broadcast: Broadcast | null = openBroadcast(one, horizon);
      return broadcast === null ? [] : [cardOf(one, broadcast, [], new Map())];
    })
    .sort((a, b) => Number(isLost(a)) - Number(isLost(b)) || (b.viewers ?? -1) - (a.viewers ?? -1));
}

export const isLost = ({ broadcast }: OnAir): boolean => broadcast.unknownSince !== null;

function Tile({ one, now, blind, linked }: { one: OnAir; now: number; blind: boolean; linked: boolean }) {
  const { startedAt, unknownSince, title } = one.broadcast;
  const old = blind || unknownSince !== null;
  const called = handleOrNone(one.handle);
  const said = displayedName(title ?? "", "");
  const name = <Name of={one.name} otherwise={called} />;
  return (
    <li class={old ? "old" : ""}>
      <Avatar name={displayedName(one.name, one.handle ?? "?")} of={one.id} live={!old} />
      <span class="cut">
        <b class="cut">{linked ? <a href={`/creators/${one.id}`}>{name}</a> : name}</b>
        <small class="cut">
          {unknownSince === null ? (
            <span class={blind ? "" : "red"}>{blind ? t("live when last checked") : lasting(now - startedAt)}</span>
          ) : (
            <T of="unknown since {time}" time={<Time at={unknownSince} />} />
          )}
          {said === "" ? null : (
            <>
              {" · "}
              <bdi class="nm">{said}</bdi>
            </>
          )}
        </small>
      </span>
      {one.viewers === null ? null : (
        <span class="n">
          {grouped(language(), one.viewers)}
          <small>{t(old ? "watching then" : "watching")}</small>
        </span>
      )}
    </li>
  );
}

interface LiveCardProps {
  airing: OnAir[];
  live: Pick<LiveWords, "unknown" | "more" | "blind">;
  next: NextUp[];
  now: number;
  /** False for a client, who has no pages of creators. */
  linked: boolean;
  all: { href: string; label: string } | null;
}

/** Who of a list is live, in tiles; who usually is next while nobody is. */
export const LiveCard = ({ airing, live: { unknown, more, blind }, next, now, linked, all }: LiveCardProps) => {
  const rest = airing.slice(MAX_TILES);
  const live = blind ? 0 : rest.filter((one) => !isLost(one)).length;
  return (
    <section class="card" aria-labelledby="live" id="live-card" data-live>
      <div class="cap">
        <h2 id="live">
          {blind
            ? t("Live when last checked")
            : airing.length === 0 && next.length > 0
              ? t("Usually next")
              : t("Live now")}
        </h2>
        {all === null ? null : (
          <a class="btn bare" href={all.href}>
            {all.label}
          </a>
        )}
      </div>
      {airing.length === 0 ? (
        <ul class="lives one">
          {next.length === 0 || blind ? (
            <li class="plain soft">
              {blind
                ? t("Nothing is known right now.")
                : t(unknown > 0 ? "No one known to be live" : "No one is live right now.")}
            </li>
          ) : (
            next.map((one) => (
              <li>
                <Avatar name={displayedName(one.name, one.handle ?? "?")} of={one.id} />
                <span class="cut">
                  <b class="cut">
                    <Name of={one.name} otherwise={handleOrNone(one.handle)} />
                  </b>
                  <small>
                    <T of="usually around {time}" time={<Time at={one.at} />} />
                  </small>
                </span>
              </li>
            ))
          )}
        </ul>
      ) : (
        <ul class={airing.length === 1 ? "lives one" : "lives"}>
          {airing.slice(0, MAX_TILES).map((one) => (
            <Tile one={one} now={now} blind={blind} linked={linked} />
          ))}
        </ul>
      )}
      {live === 0 ? null : (
        <p class="more soft">
          {more
            ? t("More than {n} others are live.", { n: String(live) })
            : plural(live, "{n} other is live.", "{n} others are live.")}
        </p>
      )}
      {rest.length === live ? null : <p class="more soft">{t("{n} unknown", { n: rest.length - live })}</p>}
    </section>
  );
};
