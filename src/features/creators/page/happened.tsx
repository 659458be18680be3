import type { Child } from "hono/jsx";
import type { Event } from "../../../core/event.ts";
import type { NamedChannel, NotifiedOf } from "../target-reading.ts";
import { chatOf, leftOutWords, reasonWords } from "../../messages/page/words.ts";
import { iconOf, lineOf } from "../../../ui/words/events.ts";
import { CsvLink } from "../../../ui/parts/pieces.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Phrases } from "../../../ui/parts/phrases.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { Listing } from "./why-words.tsx";

const OUTCOMES: Record<Exclude<NotifiedOf["status"], "sent">, string> = {
  pending: marked("Queued for {channel}"),
  held: marked("Delayed (quiet hours) for {channel}"),
  suppressed: marked("Skipped for {channel}"),
  dead: marked("Not delivered to {channel}"),
};

interface HappenedProps {
  events: Event[];
  tellings: NotifiedOf[];
  channels: NamedChannel[];
  /** The page of the target. */
  at: string;
}

/** The latest events, and who was notified. */
export const Happened = ({ events, tellings, channels, at }: HappenedProps) => (
  <section class="card" aria-labelledby="happened">
    <div class="cap">
      <h2 id="happened">{t("What happened")}</h2>
      {events.length === 0 ? null : <CsvLink href={`${at}/happenings.csv`} of={t("what happened")} />}
    </div>
    {events.length === 0 ? (
      <p class="pad soft">{t("Nothing yet.")}</p>
    ) : (
      <ol class="rows feed of-one">
        {events.map((event) => (
          <li>
            <Time at={event.occurredAt} />
            <Icon name={iconOf(event.type)} red={event.type === "live.started"} />
            <div class="any">
              <p>
                <Phrases of={lineOf(event)} />
              </p>
              <Tellings all={tellings.filter(({ eventId }) => eventId === event.id)} channels={channels}>
                {" "}
                <a href={`${at}?about=${event.id}#why`}>
                  {t("Why?")}
                  <span class="sr"> {t("Who was notified, and why")}</span>
                </a>
              </Tellings>
            </div>
          </li>
        ))}
      </ol>
    )}
  </section>
);

interface TellingsProps {
  all: NotifiedOf[];
  channels: NamedChannel[];
  /** What follows the last line. */
  children: Child;
}

/** Who was notified: those whom it reached in one line, the rest each with its reason. */
function Tellings({ all, channels, children }: TellingsProps) {
  const outcomes = all.map((one) => ({ ...one, status: one.later?.status ?? one.status }));
  const channelOf = ({ channelId }: NotifiedOf) => channels.find(({ id }) => id === channelId);
  const nameOf = (one: NotifiedOf) => <Name of={channelOf(one)?.name ?? t("a channel")} />;
  const sent = outcomes.filter(({ status }) => status === "sent");
  const lines = [
    ...(sent.length === 0 ? [] : [<T of="Sent to {channels}" channels={<Listing names={sent.map(nameOf)} />} />]),
    ...outcomes.flatMap((one) => {
      if (one.status === "sent") return [];
      const why = whyWords(one, channelOf(one)?.kind ?? "");
      return (
        <span class={one.status === "dead" ? "warn" : ""}>
          <T of={OUTCOMES[one.status]} channel={nameOf(one)} />
          {why === null ? "" : `: ${why}`}
        </span>
      );
    }),
  ];
  if (lines.length === 0) lines.push(<>{t("No one was notified.")}</>);
  return (
    <>
      {lines.map((line, place) => (
        <p class="xs soft">
          {line}
          {place === lines.length - 1 ? children : null}
        </p>
      ))}
    </>
  );
}

/** Says why a channel was not notified; null if it was, or if the reason is unknown. */
const whyWords = ({ status, error, reason }: NotifiedOf, kind: string): string | null => {
  if (status === "sent") return null;
  if (status === "suppressed") return leftOutWords(reason);
  const text = error ?? reason;
  return text === null ? null : reasonWords(text, chatOf(kind)).said;
};
