import { channelKinds } from "../../../channels/registry.ts";
import type { DeliveryRecord } from "../../../flows/browse/delivery-view.ts";
import { eventIdsIn, titleOf, type Message } from "../../../flows/browse/messages.ts";
import { replayDead } from "../../../flows/manage/replay-dead.ts";
import { replayDelivery } from "../../../flows/manage/replay-delivery.ts";
import { channel as channels } from "../../../resources/channels/channel.ts";
import type { Channel } from "../../../resources/channels/form.ts";
import { mentionText } from "../../../resources/subscriptions/mention.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { lasting } from "../parts/time.tsx";
import { show } from "../show.tsx";
import { addressOf, MESSAGES } from "./address.ts";
import { StandingPill } from "./pill.tsx";
import { Raw, Said } from "./said.tsx";
import { Others, Tries } from "./tries.tsx";
import { leftOutWords, reasonWords } from "./words.ts";

const theMessage = async ({ ports, params }: Visit): Promise<DeliveryRecord> =>
  found(await ports.deliveries.find(params["id"]!), "message");

/** As many events of a message are read. */
const MOST_EVENTS = 50;

/** As the list shows it. */
const listed = (one: DeliveryRecord): Message => ({
  ...one,
  seq: 0,
  digest: one.digestId === null ? null : "A digest",
});

/** Why it is as it is, in a sentence or two. */
function why(of: DeliveryRecord, chat: string): { said: string; todo: string | null } | null {
  if (of.status === "suppressed") return { said: `Left out: ${leftOutWords(of.reason)}.`, todo: null };
  if (of.status === "held" && of.summary === null)
    return { said: "Held back for the summary at the end of the quiet hours.", todo: null };
  if (of.status !== "dead" && of.status !== "pending") return null;
  if (of.reason === null) return null;
  const { said, todo } = reasonWords(of.reason, chat);
  return { said: `${said}.`, todo };
}

async function onePage(visit: Visit): Promise<Response> {
  const { ports } = visit;
  const of = await theMessage(visit);
  const [told, around] = await Promise.all([
    ports.messages.eventsOf(eventIdsIn(of.items, MOST_EVENTS)),
    ports.messages.around(of.id, of.channelId),
  ]);
  const events = new Map(told.map((one) => [one.id, one]));
  const title = titleOf(listed(of), events);
  const { channel } = around;
  const chat = channelKinds[channel?.kind ?? ""]?.title ?? "The channel";
  const first = of.items.map(({ event }) => events.get(event)).find((event) => event !== undefined);
  const reason = why(of, chat);
  const pinged = [...new Set(of.items.flatMap(({ mentions }) => mentions.map(mentionText)))];
  const name = title === null ? "A message" : shownName(title);
  const body = (
    <div class="det" id="message" data-live>
      <div class="head">
        <div>
          <a class="crumb" href={MESSAGES}>
            Messages
          </a>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          <p class="line">
            <StandingPill of={listed(of)} />
            {channel === null ? (
              "a channel that is gone"
            ) : (
              <a href={addressOf({ show: "all", channelId: channel.id, day: "", before: null })}>
                <Name of={channel.name} />
              </a>
            )}
            {of.sentAt === null ? (
              ""
            ) : (
              <span>told {lasting(Math.max(0, of.sentAt - of.madeAt))} after it was noticed</span>
            )}
          </p>
        </div>
        {channel?.enabled === true && of.status !== "pending" ? (
          <Allowed scope="write">
            <Form action={`${MESSAGES}/${of.id}/replay`} class="acts">
              <Button icon="again" busy="Sending …">
                Send again
              </Button>
            </Form>
          </Allowed>
        ) : null}
      </div>
      <div class="card parts">
        {reason === null &&
        of.replayOf === null &&
        around.replays.length === 0 &&
        of.edits === null &&
        of.summary === null &&
        of.digestId === null ? null : (
          <section class="flow">
            {reason === null ? null : (
              <p>
                <b>{reason.said}</b> {reason.todo}
              </p>
            )}
            {of.status === "dead" && channel?.enabled === false ? (
              <p class="line">
                <ButtonLink href="/channels" look="main">
                  Mend the channel
                </ButtonLink>
              </p>
            ) : null}
            <Others of={of} around={around} />
          </section>
        )}
        <section>
          <Tries of={of} chat={chat} first={first} />
          {pinged.length === 0 ? null : <p class="small soft">It pings {pinged.join(", ")}.</p>}
        </section>
        <section class="flow">
          <Said of={of} channel={channel} events={events} visit={visit} />
          <Raw of={of} />
        </section>
      </div>
    </div>
  );
  return show(visit, { title: name, path: MESSAGES, body });
}

async function replayed(visit: Visit): Promise<Response> {
  const { id } = await theMessage(visit);
  const copy = granted(await replayDelivery(id, visit.ports.deliveries));
  return seeOther(
    `${MESSAGES}/${copy.id}`,
    await flashed({ text: "On its way: this one sends it again" }, visit.ports),
  );
}

async function sentLeft(visit: Visit): Promise<Response> {
  const { ports, params } = visit;
  const one = found((await ports.keep.find(channels, params["id"]!)) as unknown as Channel | null, channels.noun);
  const { items, more } = granted(await replayDead(one, ports.deliveries));
  const many = items.length === 1 ? "1 message is" : `${items.length} messages are`;
  const text = items.length === 0 ? "Nothing was left to send" : `${many} on the way${more ? "; there are more" : ""}`;
  return seeOther(addressOf({ show: "all", channelId: one.id, day: "", before: null }), await flashed({ text }, ports));
}

export const onePages: Page[] = [
  { method: "get", path: `${MESSAGES}/{id}`, scope: "read", handle: onePage },
  { method: "post", path: `${MESSAGES}/{id}/replay`, scope: "write", operation: "replayDelivery", handle: replayed },
  { method: "post", path: "/channels/{id}/send-left", scope: "write", operation: "replayDead", handle: sentLeft },
];
