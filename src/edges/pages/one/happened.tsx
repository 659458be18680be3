import type { Event } from "../../../core/event.ts";
import type { Phrase } from "../../../core/notice.ts";
import type { NamedChannel, ToldOf } from "../../../flows/browse/one-reading.ts";
import { eventTypes } from "../../../targets/events.ts";
import { CsvLink } from "../parts/pieces.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";

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

const OUTCOMES: Record<ToldOf["status"], string> = {
  sent: "told on",
  pending: "waits to be told on",
  held: "held back for",
  suppressed: "left out for",
  dead: "not delivered to",
};

interface HappenedProps {
  events: Event[];
  tellings: ToldOf[];
  channels: NamedChannel[];
  /** The page of the target. */
  at: string;
}

/** As many of the last happenings are shown. */
export const MOST_HAPPENINGS = 8;

/** What happened last, and whom it was told. */
export const Happened = ({ events, tellings, channels, at }: HappenedProps) => (
  <section class="card" aria-labelledby="happened">
    <div class="cap">
      <h2 id="happened">What happened</h2>
      {events.length === 0 ? null : <CsvLink href={`${at}/happenings.csv`} of="what happened" />}
    </div>
    {events.length === 0 ? (
      <p class="pad soft">Nothing yet since it is watched.</p>
    ) : (
      <ul class="rows">
        {events.slice(0, MOST_HAPPENINGS).map((event) => (
          <li class="used">
            <Icon name="note" small />
            <span class="any">
              <Sentence of={event} />
              <small class="soft">
                {" "}
                <Time at={event.occurredAt} />
              </small>
              <Tellings all={tellings.filter(({ eventId }) => eventId === event.id)} channels={channels} />
              <a class="xs" href={`${at}?about=${event.id}#why`}>
                Who was told, and why
              </a>
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

const Tellings = ({ all, channels }: { all: ToldOf[]; channels: NamedChannel[] }) =>
  all.length === 0 ? (
    <p class="xs soft">Told nobody.</p>
  ) : (
    <>
      {all.map(({ channelId, status, reason, error, later }) => {
        const now = later?.status ?? status;
        const why = now === "sent" ? null : (error ?? reason);
        return (
          <p class={now === "dead" ? "xs warn" : "xs soft"}>
            {OUTCOMES[now]} <Name of={channels.find(({ id }) => id === channelId)?.name ?? "a channel"} />
            {why === null ? null : <>: {shownName(why)}</>}
          </p>
        );
      })}
    </>
  );
