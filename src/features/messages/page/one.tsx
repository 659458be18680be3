import type { DeliveryRecord } from "../delivery-view.ts";
import { eventIdsIn, type Around, type Message, type MessagePorts } from "../messages.ts";
import { replayDead, replayDelivery, type DeliveryPorts } from "../replay-dead.ts";
import { channel } from "../../channels/resource/channel.ts";
import { mentionText } from "../../../resources/ref.ts";
import { found, granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { formsAt, page, type PageContext, pageAt, backTo } from "../../../ui/page.ts";
import { Allowed, Button, ButtonLink, Form } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { lateWords } from "../../../ui/words/time.ts";
import { show } from "../../../ui/show.tsx";
import { addressOf, MESSAGES } from "../message-address.ts";
import { StandingPill } from "./pill.tsx";
import { Raw, sentMessage } from "./sent-message.tsx";
import { Rest, Tries } from "./tries.tsx";
import { chatOf, leftOutWords, reasonWords, titleWords } from "./words.ts";
import { plural, t } from "../../../ui/words/text.ts";
import type { TrialPorts } from "../../alerts/backtest.ts";

const theMessage = async ({ ports, params }: PageContext<DeliveryPorts>): Promise<DeliveryRecord> =>
  found(await ports.deliveries.find(params["id"]!), "message");

/** The maximum number of events read for one message. */
const MAX_EVENTS = 50;

/** A message that was sent within this time was not late. */
const ON_TIME_MS = 1000;

/** Returns a message as the list shows it. */
const listed = (one: DeliveryRecord, digest: string | null): Message => ({
  ...one,
  seq: 0,
  digest: one.digestId === null ? null : (digest ?? t("A digest")),
  edition: null,
});

/** Explains the status of a message in a sentence or two. */
function why(of: DeliveryRecord, chat: string): { said: string; todo: string | null } | null {
  if (of.status === "suppressed")
    return { said: t("Skipped: {reason}.", { reason: leftOutWords(of.reason) }), todo: null };
  if (of.status === "held" && of.summary === null)
    return { said: t("Delayed until the summary at the end of quiet hours."), todo: null };
  if (of.status !== "dead" && of.status !== "pending") return null;
  if (of.reason === null) return null;
  const { said, todo } = reasonWords(of.reason, chat);
  return { said: t("{sentence}.", { sentence: said }), todo };
}

/** The title, the status and the channel. */
function Head({ of, title, around: { channel, digest } }: { of: DeliveryRecord; title: string; around: Around }) {
  return (
    <div class="head">
      <div>
        <a class="crumb" href={MESSAGES}>
          {t("Messages")}
        </a>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p class="line">
          <StandingPill of={listed(of, digest)} />
          {channel === null ? (
            t("a deleted channel")
          ) : (
            <a href={addressOf({ show: "all", channelId: channel.id, day: "", before: null })}>
              <Name of={channel.name} />
            </a>
          )}
          {of.sentAt === null || of.sentAt - of.madeAt < ON_TIME_MS ? null : (
            <span>
              {t("sent {when}", {
                when: lateWords(of.sentAt - of.madeAt, of.digestId === null ? "it was detected" : "its scheduled time"),
              })}
            </span>
          )}
        </p>
      </div>
      {channel?.enabled === true && of.status !== "pending" && of.board === null ? (
        <Allowed scope="write">
          <Form action={`${MESSAGES}/${of.id}/replay`} class="acts">
            <Button icon="again" busy={t("Sending…")}>
              {t("Send again")}
            </Button>
          </Form>
        </Allowed>
      ) : null}
    </div>
  );
}

/** Why the message has its status, and the messages related to it. */
function Reason({ of, chat, around }: { of: DeliveryRecord; chat: string; around: Around }) {
  const reason = why(of, chat);
  const rest =
    [of.replayOf, of.edits, of.summary, of.board].some((one) => one !== null) ||
    around.digestStands ||
    around.replays.length > 0;
  if (reason === null && !rest) return <></>;
  return (
    <section class="card pad flow">
      {reason === null ? null : (
        <p>
          <b>{reason.said}</b> {reason.todo}
        </p>
      )}
      {of.status === "dead" && around.channel?.enabled === false ? (
        <p class="line">
          <ButtonLink href={`/channels#${of.channelId}`} look="main">
            {t("Fix the channel")}
          </ButtonLink>
        </p>
      ) : null}
      <Rest of={of} around={around} />
    </section>
  );
}

async function onePage(context: PageContext<MessagePorts & DeliveryPorts & TrialPorts>): Promise<Response> {
  const { ports } = context;
  const of = await theMessage(context);
  const [notified, around] = await Promise.all([
    ports.messages.eventsOf(eventIdsIn(of.items, MAX_EVENTS)),
    ports.messages.aboutOne(of.id, of.channelId),
  ]);
  const events = new Map(notified.map((one) => [one.id, one]));
  const title = displayedName(titleWords(listed(of, around.digest), events) ?? t("A message"));
  const chat = chatOf(around.channel?.kind ?? "");
  const first = of.items.map(({ event }) => events.get(event)).find((event) => event !== undefined);
  const pinged = [...new Set(of.items.flatMap(({ mentions }) => mentions.map(mentionText)))];
  const look = sentMessage({ of, channel: around.channel, events, visit: context });
  const body = (
    <div class={look === null ? "det stack" : "stack"} id="message" data-live>
      <Head of={of} title={title} around={around} />
      <Reason of={of} chat={chat} around={around} />
      <div class={look === null ? "stack" : "with-side looked"}>
        {look}
        <div class="card pad flow">
          <Tries of={of} chat={chat} first={first} failing={around.channel?.failingSince != null} />
          {pinged.length === 0 ? null : (
            <p class="small soft">{t("Mentions {names}.", { names: pinged.join(", ") })}</p>
          )}
        </div>
      </div>
      <Raw of={of} />
    </div>
  );
  return show(context, { title, path: MESSAGES, body });
}

async function replayed(context: PageContext<DeliveryPorts>): Promise<Response> {
  const { id } = await theMessage(context);
  const copy = granted(await replayDelivery(id, context.ports.deliveries));
  return backTo(`${MESSAGES}/${copy.id}`, { text: t("Sending again") }, context);
}

async function sentLeft(context: PageContext<DeliveryPorts>): Promise<Response> {
  const one = await recordAt(channel, context);
  const { items, more } = granted(await replayDead(one, context.ports.deliveries));
  const text =
    items.length === 0
      ? t("Nothing left to send")
      : more
        ? plural(items.length, "Sending {n} message; there are more", "Sending {n} messages; there are more")
        : plural(items.length, "Sending {n} message", "Sending {n} messages");
  return backTo(addressOf({ show: "all", channelId: one.id, day: "", before: null }), { text }, context);
}

const post = formsAt(MESSAGES);

export const onePages = [
  pageAt(`${MESSAGES}/{id}`, onePage),
  post("/{id}/replay", "replayDelivery", replayed),
  page({
    method: "post",
    path: "/channels/{id}/send-left",
    scope: "write",
    operation: "replayDead",
    handle: sentLeft,
  }),
];
