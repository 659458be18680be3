import type { Child } from "hono/jsx";
import type { OnAir } from "../card.ts";
import type { Now } from "../now.ts";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar, Name, Title } from "../../../ui/parts/name.tsx";
import { handleOrNone, displayedName } from "../../../ui/words/name.ts";
import { Spark } from "../../wall/spark.tsx";
import { Since, Time } from "../../../ui/parts/time.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { Plural, T } from "../../../ui/words/translated.tsx";

/** A card for each live target; with `old`, as last known. */
export const OnAirCards = ({ now: { at, cards, onAir }, old }: { now: Now; old: boolean }) =>
  cards.length === 0 ? (
    <></>
  ) : (
    <>
      <ul class={old ? "stage old" : "stage"} aria-label={old ? t("Live when last checked") : t("Live now")}>
        {cards.map((one) => (
          <Card one={one} at={at} old={old} />
        ))}
      </ul>
      {onAir.count + onAir.unknown > cards.length ? (
        <p class="small more">
          <a href="/creators?show=live">{moreWords(onAir.count + onAir.unknown - cards.length, onAir.more)}</a>
        </p>
      ) : null}
    </>
  );

/** Says how many more are live; with `atLeast`, there are even more. */
const moreWords = (more: number, atLeast: boolean): string =>
  atLeast
    ? plural(more, "And more than {n} more.", "And more than {n} more.")
    : plural(more, "And {n} more.", "And {n} more.");

const Viewers = ({ n, old }: { n: number; old: boolean }) => {
  const small = (text: Child) => <small>{text}</small>;
  return old ? (
    <Plural n={n} one="{n}<small>watching then</small>" other="{n}<small>watching then</small>" small={small} />
  ) : (
    <Plural n={n} one="{n}<small>watching</small>" other="{n}<small>watching</small>" small={small} />
  );
};

function Card({ one, at, old: blind }: { one: OnAir; at: number; old: boolean }) {
  const { broadcast, viewers, viewed, rank, url } = one;
  const { title, startedAt, startSeen, unknownSince } = broadcast;
  const old = blind || unknownSince !== null;
  const displayName = handleOrNone(one.handle);
  return (
    <li class={old ? "card on-card old" : "card on-card"}>
      <Avatar name={displayedName(one.name, one.handle ?? "?")} of={one.id} live={!old} />
      <div class="who2">
        <p class="cut strong">
          <a href={`/creators/${one.id}`}>
            <Name of={one.name} otherwise={displayName} />
          </a>
        </p>
        <p class="small soft">
          {unknownSince !== null ? (
            <T of="unknown since {when}, live before that" when={<Time at={unknownSince} />} />
          ) : (
            <>
              <Since at={startedAt} seen={startSeen} />
              {blind ? "" : ` · ${lasting(at - startedAt)}`}
            </>
          )}
        </p>
      </div>
      <Title of={title} class="title cut2" />
      {viewers === null ? null : (
        <>
          <p class="big">
            <Viewers n={viewers} old={old} />
          </p>
          <Spark
            points={viewed}
            label={t("Viewers of {who} during this stream", { who: displayedName(one.name, displayName) })}
          />
        </>
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
              <T
                of="Watch<sr> {name}</sr>"
                name={displayedName(one.name, displayName)}
                sr={(text) => <span class="sr">{text}</span>}
              />
            </a>
          )}
        </div>
      )}
    </li>
  );
}
