import type { ApiBases, OutboundAnswer, OutboundRequest, Outcome } from "../../channels/kind.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { Event } from "../../core/event.ts";
import type { IdPrefix } from "../../core/ids.ts";
import type { Json } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import type { Message } from "../../core/notice.ts";
import type { Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import { postsInThreads } from "../../engine/deliver/outbox-due.ts";
import { type UnsubscribeDeps, unsubscribeUrlFor } from "../../engine/deliver/message.ts";
import type { Channel } from "./resource/form.ts";
import { lacksRecipients } from "./resource/recipients.ts";
import { channelTest } from "../../kinds/operator-events.ts";
import { sampled, type SampleDeps } from "../alerts/preview.ts";
import type { Tested } from "./shape.ts";
import { operatorWords } from "../../kinds/operator-words/words.ts";

export interface TestChannelDeps extends UnsubscribeDeps {
  settingsOf(id: string): Promise<Json>;
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  newId(prefix: IdPrefix): string;
  wallNow(): number;
  /** The default language if the channel has none. */
  language: Language;
  /** The base addresses of the bots' APIs. */
  bases: ApiBases;
}

export interface ChannelTestPorts {
  channels: TestChannelDeps;
}

/** Sends a test message now. It pings nobody and is not stored as a delivery. */
export const testChannel = (channel: Channel, deps: TestChannelDeps): Promise<Tested> =>
  sendNow(channel, greeting(deps.newId("evt"), channel, deps.wallNow(), channel.language ?? deps.language), deps);

/** Sends a message now, without storing a delivery. */
async function sendNow(
  channel: Pick<Channel, "id" | "kind">,
  message: Message,
  deps: TestChannelDeps,
): Promise<Tested> {
  const stored = await deps.settingsOf(channel.id);
  if (stored === null) return unsent("No key can decrypt the channel's settings: enter them again.");
  const startedAt = deps.wallNow();
  const deliveryId = deps.newId("dlv");
  const kind = channelKinds[channel.kind]!;
  if (lacksRecipients(channel.kind, stored)) return unsent("Everyone has unsubscribed: enter a recipient first.");
  let settings: unknown = kind.signing?.current(stored, startedAt) ?? stored;
  const bases = deps.bases;
  const threads = postsInThreads(kind, settings);
  const inThread = kind.threads?.isOne(settings) === true;
  const leaving = unsubscribeUrlFor(kind, channel.id, settings, deps);
  const once = async (plain: boolean) => {
    const sending = { settings, deliveryId, message, at: deps.wallNow(), edit: null, plain, bases };
    const place = threads ? { thread: { id: null, name: message.items[0]!.notice.title } } : {};
    const request = kind.render({ ...sending, ...place, ...leaving });
    const answer = await deps.send((await kind.signing?.sign(request, settings)) ?? request);
    return { status: answer.status, outcome: kind.judge(answer, { edit: null, plain, inThread }) };
  };
  let { status, outcome } = await once(false);
  if (outcome.kind === "moved") {
    settings = { ...(settings as object), ...outcome.settings };
    ({ status, outcome } = await once(false));
  }
  if (outcome.kind === "reformat") ({ status, outcome } = await once(true));
  return {
    ok: outcome.kind === "sent",
    status,
    // Where it moved again, another test follows it.
    outcome: outcome.kind === "moved" ? "later" : outcome.kind,
    detail: wordsFor(outcome, kind.title),
    durationMs: deps.wallNow() - startedAt,
  };
}

const unsent = (detail: string): Tested => ({ ok: false, status: null, outcome: "dead", detail, durationMs: 0 });

/** Sends a subscription's message now, as its preview shows it. It pings nobody and is not stored as a delivery. */
export async function testSubscription(
  body: unknown,
  deps: SampleDeps & TestChannelDeps,
): Promise<Result<Tested, Refusal>> {
  const found = await sampled(body, deps);
  if (!found.ok) return found;
  const { channel, message } = found.value;
  return ok(await sendNow(channel, { ...message, mentions: [] }, deps));
}

function wordsFor(outcome: Outcome, title: string): string {
  if (outcome.kind === "sent") return `Test message delivered to ${title}.`;
  const what =
    outcome.kind === "later"
      ? "did not accept it now"
      : outcome.kind === "gone"
        ? "says the channel is gone"
        : "refused it";
  return `${title} ${what}: ${outcome.reason}.`;
}

function greeting(id: string, { id: channelId, name }: Channel, at: number, language: Language): Message {
  const event: Event = {
    id,
    type: "channel.test",
    targetId: null,
    watchlistId: null,
    target: null,
    occurredAt: at,
    detectedAt: at,
    window: { from: at, to: at },
    data: { ...channelTest.example(at), channelId, name, message: operatorWords[language].test },
    follows: null,
  };
  return { language, items: [{ event, notice: channelTest.words(event, language) }], mentions: [] };
}
