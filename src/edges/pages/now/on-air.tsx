import { grouped } from "../../../core/numbers-as-text.ts";
import type { Now, OnAir } from "../../../flows/queries/now.ts";
import { Icon } from "../parts/icon.tsx";
import { Avatar, Name, Title } from "../parts/name.tsx";
import { handleOrNone, shownName } from "../words/name.ts";
import { Time } from "../parts/time.tsx";
import { lasting } from "../words/time.ts";

/** A card for each live target; with `old`, as last known. */
export const OnAirCards = ({ now: { at, cards, onAir }, old }: { now: Now; old: boolean }) =>
  cards.length === 0 ? (
    <></>
  ) : (
    <>
      <ul class={old ? "stage old" : "stage"} aria-label={old ? "Live when last checked" : "Live now"}>
        {cards.map((one) => (
          <Card one={one} at={at} old={old} />
        ))}
      </ul>
      {onAir.count + onAir.unknown > cards.length ? (
        <p class="soft small more">
          And {onAir.more ? "more than " : ""}
          {onAir.count + onAir.unknown - cards.length} more.
        </p>
      ) : null}
    </>
  );

function Card({ one, at, old: blind }: { one: OnAir; at: number; old: boolean }) {
  const { broadcast, viewers, rank, url } = one;
  const { title, startedAt, unknownSince } = broadcast;
  const old = blind || unknownSince !== null;
  const displayName = handleOrNone(one.handle);
  return (
    <li class={old ? "card on-card old" : "card on-card"}>
      <Avatar name={shownName(one.name, one.handle ?? "?")} of={one.id} live={!old} />
      <div class="who2">
        <p class="cut strong">
          <a href={`/creators/${one.id}`}>
            <Name of={one.name} otherwise={displayName} />
          </a>
        </p>
        <p class="small soft">
          {unknownSince !== null ? (
            <>
              unknown since <Time at={unknownSince} />, live before that
            </>
          ) : (
            <>
              since <Time at={startedAt} />
              {blind ? "" : ` · ${lasting(at - startedAt)}`}
            </>
          )}
        </p>
      </div>
      <Title of={title} class="title cut2" />
      {viewers === null ? null : (
        <p class="big">
          {grouped("en", viewers)}
          <small>{old ? "watching then" : "watching"}</small>
        </p>
      )}
      {rank === null && url === null ? null : (
        <div class="last">
          <span class="small">
            {rank === null ? null : (
              <>
                <b>#{rank.place}</b> <Name of={rank.title} />
              </>
            )}
          </span>
          {url === null ? null : (
            <a class="btn bare" href={url} rel="noreferrer noopener">
              <Icon name="open" small />
              Watch<span class="sr"> {shownName(one.name, displayName)}</span>
            </a>
          )}
        </div>
      )}
    </li>
  );
}
