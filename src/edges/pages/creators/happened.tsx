import type { Event } from "../../../core/event.ts";
import type { Phrase } from "../../../core/notice.ts";
import type { Broadcast } from "../../../flows/browse/broadcasts.ts";
import type { Telling } from "../../../flows/browse/creators.ts";
import { eventTypes } from "../../../targets/events.ts";
import { Icon } from "../parts/icon.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { lasting, Time } from "../parts/time.tsx";

/** The last broadcasts, the newest first. */
export const Sessions = ({ all }: { all: Broadcast[] }) => (
  <section class="card" aria-labelledby="sessions">
    <div class="cap">
      <h2 id="sessions">Last on air</h2>
    </div>
    {all.length === 0 ? (
      <p class="pad soft">Never seen on air yet.</p>
    ) : (
      <ul class="rows">
        {all.map(({ startedAt, endedAt, durationSeconds, title, peakViewers }) => (
          <li class="used">
            <Icon name={endedAt === null ? "now" : "ended"} small red={endedAt === null} />
            <span class="cut">
              {title === null ? "No title known" : <Name of={title} />}
              <small class="cut soft">
                <Time at={startedAt} />, {endedAt === null ? "on air for " : ""}
                {lasting(durationSeconds * 1000)}
                {peakViewers === null ? "" : `, at most ${peakViewers.toLocaleString("en")} viewers`}
              </small>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Said = ({ phrase }: { phrase: Phrase }) => {
  if (typeof phrase === "string") return <>{shown(phrase)}</>;
  if ("at" in phrase) return <Time at={phrase.at} />;
  return "strong" in phrase ? <b>{shown(phrase.strong)}</b> : <>{shown(phrase.link)}</>;
};

/** Blanks at its ends belong to the sentence. */
const shown = (text: string): string =>
  text.trim() === "" ? text : `${/^\s/.test(text) ? " " : ""}${shownName(text)}${/\s$/.test(text) ? " " : ""}`;

const Sentence = ({ of: event }: { of: Event }) => {
  const type = eventTypes[event.type];
  if (type === undefined) return <>{event.type}</>;
  return (
    <bdi class="nm">
      {type.words(event, "en").line.map((phrase) => (
        <Said phrase={phrase} />
      ))}
    </bdi>
  );
};

const OUTCOMES: Record<Telling["status"], string> = {
  sent: "told on",
  pending: "waits to be told on",
  held: "held back for",
  suppressed: "left out for",
  dead: "not delivered to",
};

interface HappenedProps {
  events: Event[];
  tellings: Telling[];
  /** Names of channels, by id. */
  channels: Map<string, string>;
}

/** What happened last, and whom it was told. */
export const Happened = ({ events, tellings, channels }: HappenedProps) => (
  <section class="card" aria-labelledby="happened">
    <div class="cap">
      <h2 id="happened">What happened</h2>
    </div>
    {events.length === 0 ? (
      <p class="pad soft">Nothing yet since it is watched.</p>
    ) : (
      <ul class="rows">
        {events.map((event) => (
          <li class="used">
            <Icon name="note" small />
            <span>
              <Sentence of={event} />
              <small class="soft">
                {" "}
                <Time at={event.occurredAt} />
              </small>
              <Tellings all={tellings.filter(({ eventId }) => eventId === event.id)} channels={channels} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Tellings = ({ all, channels }: { all: Telling[]; channels: Map<string, string> }) =>
  all.length === 0 ? (
    <p class="xs soft">Told nobody, or too long ago to say.</p>
  ) : (
    <>
      {all.map(({ channelId, status, reason }) => (
        <p class={status === "dead" ? "xs warn" : "xs soft"}>
          {OUTCOMES[status]} <Name of={channels.get(channelId) ?? "a channel that is gone"} />
          {status === "sent" || reason === null ? null : <>: {shownName(reason)}</>}
        </p>
      ))}
    </>
  );
