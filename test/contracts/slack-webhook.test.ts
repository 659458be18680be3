import { IncomingWebhook } from "@slack/webhook";
import { afterAll, beforeAll, expect, test } from "vitest";
import { API_BASES } from "../../src/channels/bases.ts";
import { slack } from "../../src/channels/slack/kind.ts";
import { outboundSender } from "../../src/engine/outbound/sender.ts";
import { fakeReceiver, type FakeReceiver } from "../support/fake-upstream.ts";
import { fullNotice, messageOf } from "../support/messages.ts";

let receiver: FakeReceiver;
let url: string;
const send = outboundSender({ local: true, own: null }, 5000, fetch);

beforeAll(async () => {
  receiver = await fakeReceiver();
  url = `${receiver.url}/slack/services/T1/B1/secret`;
});
afterAll(() => receiver.close());

const rendered = () =>
  slack.render({
    settings: { url },
    deliveryId: "dlv_1",
    message: messageOf(fullNotice),
    at: 0,
    edit: null,
    plain: false,
    bases: API_BASES,
  });

test("Slack's own client sends our message to the same receiver with byte-identical JSON", async () => {
  const ours = await send(rendered());
  expect(slack.judge(ours, { edit: null, plain: false })).toMatchObject({ kind: "sent" });
  const theirs = await new IncomingWebhook(url).send(JSON.parse(rendered().body));
  expect(theirs.text).toBe("ok");
  const [first, second] = receiver.received;
  expect(first!.body).toEqual(second!.body);
  expect(first!.headers["content-type"]).toMatch(/^application\/json/);
});

test.each([
  [400, "invalid_payload"],
  [403, "action_prohibited"],
  [404, "no_service"],
  [410, "channel_is_archived"],
  [429, "rate_limited"],
  [500, "rollup_error"],
])("where Slack's client sees a failure (%s %s), so do we", async (status, body) => {
  receiver.interfere = () => ({ status, body });
  const outcome = slack.judge(await send(rendered()), { edit: null, plain: true });
  expect(outcome.kind).not.toBe("sent");
  await expect(new IncomingWebhook(url).send({ text: "x" })).rejects.toThrow(String(status));
});
