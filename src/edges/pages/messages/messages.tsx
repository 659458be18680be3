import { grouped } from "../../../core/numbers-as-text.ts";
import {
  eventIdsIn,
  withoutOrphan,
  type Left,
  type MessageFilter,
  type MessagesAround,
  type NamedChannel,
} from "../../../flows/queries/messages.ts";
import type { FailingChannel } from "../../../flows/queries/now-reading.ts";
import { FailingCard, waitingWords } from "../parts/failing.tsx";
import { type Page, type PageContext, pageAt } from "../page.ts";
import { Allowed, Button, ButtonLink } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { Options } from "../parts/options.tsx";
import { show } from "../show.tsx";
import { addressOf, askedIn, MESSAGES, type MessageQuery } from "../words/message-address.ts";
import { onePages } from "./one.tsx";
import { Days } from "./rows.tsx";
import { Head } from "../shapes/head.tsx";
import { Act } from "../parts/act.tsx";

const CHIPS: Record<MessageFilter["show"], string> = {
  all: "All",
  dead: "Not delivered",
  pending: "Queued",
  held: "Delayed (quiet hours)",
  suppressed: "Skipped",
  sent: "Sent",
};

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
            {count === 1 ? "1 message" : `${count} messages`} didn't reach{" "}
            <b>
              <Name of={channels.find(({ id }) => id === channelId)?.name ?? ""} />
            </b>
            , or {count === 1 ? "was" : "were"} skipped while it was off.
          </p>
          <Allowed scope="write">
            <Act action={`/channels/${channelId}/send-left`} icon="send" busy="Sending…">
              Send {count === 1 ? "it" : "them"} now
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

const Tools = ({ asked, around: { channels, counts } }: { asked: MessageQuery; around: MessagesAround }) => (
  <>
    <nav class="chips fils" aria-label="Show">
      {Object.entries(CHIPS).map(([name, words]) => {
        const one = name as MessageFilter["show"];
        const count = counts[one];
        return (
          <a
            class="chip"
            href={addressOf({ ...asked, show: one, before: null })}
            {...(asked.show === one ? { "aria-current": "true" as const } : {})}
          >
            {words}
            {["dead", "pending", "suppressed"].includes(one) && count !== undefined && count > 0 ? (
              <span class="num">{grouped("en", count)}</span>
            ) : null}
          </a>
        );
      })}
    </nav>
    <form class="tools" method="get" action={MESSAGES} role="search" aria-label="Messages">
      {asked.show === "all" ? null : <input type="hidden" name="show" value={asked.show} />}
      <select class="in auto" name="channel" aria-label="Channel">
        <option value="">All channels</option>
        <Options of={channels.map(({ id, name }) => [id, shownName(name)])} chosen={asked.channelId} />
      </select>
      <input class="in auto" type="date" name="day" aria-label="Up to day" value={asked.day} />
      <Button>Apply</Button>
    </form>
  </>
);

const headlineOf = ({ counts, unreached }: MessagesAround): string => {
  const dead = counts["dead"] ?? 0;
  const waiting = counts["pending"] ?? 0;
  const parts = [
    dead === 0 ? "" : `${grouped("en", dead)} not delivered`,
    waiting === 0 ? "" : `${grouped("en", waiting)} waiting${waitingWords(unreached)}`,
    waiting === 0 && unreached.length > 0 ? `Messages failing${waitingWords(unreached)}` : "",
  ];
  return parts.filter((part) => part !== "").join("; ") || "All messages arrived";
};

async function messagesPage(context: PageContext<"messages">): Promise<Response> {
  const { ports, url, zone } = context;
  const asked = askedIn(url, zone);
  const [found, around] = await Promise.all([ports.messages.messages(asked, asked.before), ports.messages.around()]);
  const { channels, counts, left } = around;
  const items = found.items.map((one) => withoutOrphan(one, channels));
  const eventsById = await ports.messages.eventsOf(items.flatMap((one) => eventIdsIn(one.items)));
  const events = new Map(eventsById.map((one) => [one.id, one]));
  const its = left.filter(({ channelId }) => asked.channelId === null || asked.channelId === channelId);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const body = (
    <>
      <Head title="Messages">{total === 0 ? "No messages yet" : headlineOf(around)}</Head>
      <Tools asked={asked} around={around} />
      <div class="stack" id="sent" data-live>
        <FailingRows failing={around.unreached} />
        <LeftRows left={its} channels={channels} />
        {items.length === 0 ? (
          <section class="card void pad">
            <h2>{asked.show === "all" ? "No messages here" : `No messages under “${CHIPS[asked.show]}”`}</h2>
            <p class="soft">
              {found.next === null
                ? "New messages will appear here."
                : "None among the latest messages. There may be older ones."}
            </p>
          </section>
        ) : (
          <div class="card">
            <Days items={items} channels={channels} events={events} />
          </div>
        )}
        {found.next === null ? null : (
          <p class="line">
            <ButtonLink href={addressOf({ ...asked, before: found.next })} icon="right">
              Older
            </ButtonLink>
          </p>
        )}
      </div>
    </>
  );
  return show(context, { title: "Messages", path: MESSAGES, body });
}

export const messagePages: Page[] = [pageAt(MESSAGES, ["messages"], messagesPage), ...onePages];
