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

const OUTCOMES: Record<NotifiedOf["status"], string> = {
  sent: marked("Sent to {channel}"),
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
              <Tellings all={tellings.filter(({ eventId }) => eventId === event.id)} channels={channels} />
              <a class="xs" href={`${at}?about=${event.id}#why`}>
                {t("Who was notified, and why")}
              </a>
            </div>
          </li>
        ))}
      </ol>
    )}
  </section>
);

const Tellings = ({ all, channels }: { all: NotifiedOf[]; channels: NamedChannel[] }) =>
  all.length === 0 ? (
    <p class="xs soft">{t("No one was notified.")}</p>
  ) : (
    <>
      {all.map((notified) => {
        const channel = channels.find(({ id }) => id === notified.channelId);
        const now = notified.later?.status ?? notified.status;
        const why = whyWords({ ...notified, status: now }, channel?.kind ?? "");
        return (
          <p class={now === "dead" ? "xs warn" : "xs soft"}>
            <T of={OUTCOMES[now]} channel={<Name of={channel?.name ?? t("a channel")} />} />
            {why === null ? "" : `: ${why}`}
          </p>
        );
      })}
    </>
  );

/** Says why a channel was not notified; null if it was, or if the reason is unknown. */
const whyWords = ({ status, error, reason }: NotifiedOf, kind: string): string | null => {
  if (status === "sent") return null;
  if (status === "suppressed") return leftOutWords(reason);
  const text = error ?? reason;
  return text === null ? null : reasonWords(text, chatOf(kind)).said;
};
