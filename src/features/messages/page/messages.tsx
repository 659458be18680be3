import { channelKinds } from "../../../channels/registry.ts";
import { dayLabel } from "../../../core/calendar.ts";
import type { Event } from "../../../core/event.ts";
import { pendingWords } from "../../../core/delivery.ts";
import { useScene } from "../../../ui/parts/scene.ts";
import { T } from "../../../ui/words/translated.tsx";
import { Clock } from "../../../ui/parts/time.tsx";
import { iconOf } from "../../../ui/words/events.ts";
import {
  eventIdsIn,
  withoutOrphan,
  type Left,
  type MessagesAround,
  type Message,
  type NamedChannel,
  type MessagePorts,
} from "../messages.ts";
import { notifiedOf, type Notified, type Way } from "../notified.ts";
import type { FailingChannel } from "../../../core/channel-failure.ts";
import { FailingCard, waitingWords } from "../../channels/failing.tsx";
import { type PageContext, pageAt } from "../../../ui/page.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { show } from "../../../ui/show.tsx";
import { addressOf, requestedIn, MESSAGES } from "../message-address.ts";
import { onePages } from "./one.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";
import { Plural } from "../../../ui/words/translated.tsx";
import { CHIPS, named, Tools } from "./filters.tsx";
import { StandingPill } from "./pill.tsx";
import { standingOf, titleWords } from "./words.ts";

/** Messages that channels missed while they were off, with a button that sends them now. */
const LeftRows = ({ left, channels }: { left: Left[]; channels: NamedChannel[] }) =>
  left.length === 0 ? (
    <></>
  ) : (
    <ul class="card rows tight">
      {left.map(({ channelId, count }) => (
        <li class="used came">
          <Icon name="hand" small />
          <p>
            <Plural
              n={count}
              one="{n} message didn't reach {channel}, or was skipped while it was off."
              other="{n} messages didn't reach {channel}, or were skipped while it was off."
              channel={
                <b>
                  <Name of={channels.find(({ id }) => id === channelId)?.name ?? ""} />
                </b>
              }
            />
          </p>
          <Allowed scope="write">
            <Act action={`/channels/${channelId}/send-left`} icon="send" busy={t("Sending…")}>
              {plural(count, "Send it now", "Send them now")}
            </Act>
          </Allowed>
        </li>
      ))}
    </ul>
  );

/** The channels whose messages do not arrive. */
const FailingRows = ({ failing }: { failing: FailingChannel[] }) =>
  failing.length === 0 ? (
    <></>
  ) : (
    <ul class="card rows">
      {failing.map((one) => (
        <FailingCard one={one} />
      ))}
    </ul>
  );

const headlineOf = ({ counts, unreached }: MessagesAround): string => {
  const dead = counts["dead"] ?? 0;
  const waiting = counts["pending"] ?? 0;
  const parts = [
    dead === 0 ? "" : plural(dead, "{n} not delivered", "{n} not delivered"),
    waiting === 0
      ? ""
      : `${plural(waiting, "{n} waiting", "{n} waiting", { n: pendingWords(waiting) })}${waitingWords(unreached)}`,
    waiting === 0 && unreached.length > 0 ? `${t("Messages failing")}${waitingWords(unreached)}` : "",
  ];
  const said = parts.filter((part) => part !== "").join("; ");
  if (said !== "") return said;
  // What was held or skipped did not arrive, or only in a summary.
  const isWhole = (counts["held"] ?? 0) + (counts["suppressed"] ?? 0) === 0;
  return isWhole ? t("All messages arrived") : t("Nothing failed, nothing waiting");
};

const where = (id: string, channels: NamedChannel[]): string => {
  const found = channels.find((one) => one.id === id);
  return found === undefined
    ? named(id, channels)
    : `${displayedName(found.name)} · ${t(channelKinds[found.kind]?.title ?? found.kind)}`;
};

interface RowProps {
  one: Notified;
  channels: NamedChannel[];
  events: Map<string, Event>;
}

/** How many of an event's channels got it. Those that were skipped were not meant to, and nothing waits for them. */
function Arrived({ ways }: { ways: Way[] }) {
  const wanted = ways.filter(({ message: { status } }) => status !== "suppressed");
  if (wanted.length === 0) return <Pill icon="ended">{t("skipped")}</Pill>;
  const arrived = wanted.filter(({ message: { status } }) => status === "sent").length;
  const lost = wanted.some(({ message: { status } }) => status === "dead");
  return (
    <Pill
      tone={lost ? "hand" : arrived === wanted.length ? "good" : "plain"}
      icon={lost ? "hand" : arrived === wanted.length ? "done" : "clock"}
    >
      {t("{arrived} of {n} sent", { arrived, n: wanted.length })}
    </Pill>
  );
}

/** True if it arrived as usual, which a mark says as well as words. */
const isUsual = ({ status, replayOf }: Message): boolean => status === "sent" && replayOf === null;

/** The channels of an event, each with what became of it there: a mark, and words where it did not go as usual. */
const Ways = ({ ways, channels }: { ways: Way[]; channels: NamedChannel[] }) => (
  <ul class="ways">
    {ways.map(({ channelId, message }) => (
      <li>
        <a href={`${MESSAGES}/${message.id}`}>
          {isUsual(message) ? <Icon name="done" small /> : null}
          <bdi class="cut">{named(channelId, channels)}</bdi>
          {isUsual(message) ? <span class="sr"> {standingOf(message).words}</span> : null}
        </a>
        {isUsual(message) ? null : <StandingPill of={message} />}
      </li>
    ))}
  </ul>
);

/** A message this long after its event says when that was. */
const MINUTE_MS = 60_000;

function Row({ one: { of, ways, madeAt, edited }, channels, events }: RowProps) {
  const item = of.items[0];
  const first = item === undefined ? undefined : events.get(item.update ?? item.event);
  const title = titleWords(of, events);
  const icon =
    of.board !== null ? "board" : of.digest !== null ? "digest" : first === undefined ? "message" : iconOf(first.type);
  const words = <bdi class="cut2">{title === null ? t("Content no longer stored") : displayedName(title)}</bdi>;
  const only = ways.length === 1 ? ways[0]! : null;
  const isLate =
    of.board === null && of.digest === null && first !== undefined && madeAt - first.occurredAt >= MINUTE_MS;
  const happened = isLate ? (
    <small class="soft">
      <T of="happened {time}" time={<Clock at={first.occurredAt} />} />
    </small>
  ) : null;
  return (
    <li>
      <time>
        <Clock at={madeAt} />
      </time>
      <Icon name={icon} red={first?.type === "live.started" && !edited} />
      {only === null ? (
        <div class="t">
          {words}
          {happened}
          <Ways ways={ways} channels={channels} />
        </div>
      ) : (
        <a class="t" href={`${MESSAGES}/${only.message.id}`}>
          {words}
          <small class="cut">{where(only.channelId, channels)}</small>
          {happened}
        </a>
      )}
      {only === null ? <Arrived ways={ways} /> : <StandingPill of={only.message} />}
    </li>
  );
}

interface DaysProps {
  items: Notified[];
  channels: NamedChannel[];
  events: Map<string, Event>;
}

/** Events grouped by the day of their first message. */
function Days({ items, channels, events }: DaysProps) {
  const { zone, now } = useScene();
  const today = dayLabel(language(), now, zone);
  const days = Map.groupBy(items, ({ madeAt: createdAt }) => dayLabel(language(), createdAt, zone));
  return (
    <>
      {[...days].map(([day, its]) => (
        <section aria-label={day}>
          <h2 class="day">{day === today ? t("Today") : day}</h2>
          <ul class="m rows">
            {its.map((one) => (
              <Row one={one} channels={channels} events={events} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

async function messagesPage(context: PageContext<MessagePorts>): Promise<Response> {
  const { ports, url, zone } = context;
  const requested = requestedIn(url, zone);
  const [found, around] = await Promise.all([
    ports.messages.messages(requested, requested.before),
    ports.messages.around(),
  ]);
  const { channels, left } = around;
  const items = [...found.replays, ...found.items].map((one) => withoutOrphan(one, channels));
  const eventsById = await ports.messages.eventsOf(items.flatMap((one) => eventIdsIn(one.items)));
  const events = new Map(eventsById.map((one) => [one.id, one]));
  const its = left.filter(({ channelId }) => requested.channelId === null || requested.channelId === channelId);
  const body = (
    <>
      <Head title={around.isEmpty ? t("No messages yet") : headlineOf(around)} />
      {around.isEmpty ? null : <Tools asked={requested} around={around} />}
      <div class="stack" id="sent" data-live>
        <FailingRows failing={around.unreached} />
        <LeftRows left={its} channels={channels} />
        {items.length === 0 ? (
          <section class="card void pad">
            {around.isEmpty ? null : (
              <h2>
                {requested.show === "all"
                  ? t("No messages here")
                  : t("No messages under “{filter}”", { filter: t(CHIPS[requested.show]) })}
              </h2>
            )}
            <p class="soft">
              {found.next === null
                ? t("New messages will appear here.")
                : t("Not among the latest messages. There may be older messages.")}
            </p>
          </section>
        ) : (
          <div class="card">
            <Days items={notifiedOf(items)} channels={channels} events={events} />
          </div>
        )}
        {found.next === null ? null : (
          <p class="line">
            <ButtonLink href={addressOf({ ...requested, before: found.next })} icon="right">
              {t("Older")}
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  );
  return show(context, { title: t("Messages"), path: MESSAGES, body });
}

export const messagePages = [pageAt(MESSAGES, messagesPage), ...onePages];
