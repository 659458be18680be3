import { spawn, type ChildProcess } from "node:child_process";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../support/started.ts";
import { startSystem, type System } from "../support/system.ts";

const SECRET = `whsec_${Buffer.alloc(32, 3).toString("base64")}`;
const T0 = Date.UTC(2026, 2, 1, 12);

let system: System;
let receiver: ChildProcess;
let address: string;
let output = "";
beforeAll(async () => {
  system = await startSystem();
  const env = { ...process.env, SECRET, PORT: "0" };
  receiver = spawn(process.execPath, ["examples/receive-webhook.mjs"], { env, stdio: ["ignore", "pipe", "inherit"] });
  receiver.stdout!.on("data", (text: Buffer) => (output += text.toString()));
  address = await reported(/listening on (\S+)/);
});
afterAll(async () => {
  receiver?.kill();
  await system?.stop();
});

async function reported(what: RegExp): Promise<string> {
  await until(() => what.test(output), `${what} from the receiver`);
  return what.exec(output)![1]!;
}

const post = (headers: Record<string, string>, body: string) => fetch(address, { method: "POST", headers, body });

test("the receiver takes what is signed, prints it once, and answers 204", async () => {
  const settings = { url: `${address}/hook`, secret: SECRET };
  const channel = await system.api("POST", "/v1/channels", { kind: "webhook", name: "Mine", settings });
  const tested = await system.api("POST", `/v1/channels/${channel.body.id}/test`);
  expect(tested.body).toMatchObject({ ok: true, status: 204 });
  await system.api("POST", "/v1/subscriptions", { name: "All", events: ["*"], channelId: channel.body.id });
  await system.api("POST", "/v1/targets", { kind: "live", name: "Anna", params: { userId: "8001" } });
  await system.tick(T0);
  system.upstream.live.set("8001", "555");
  await system.tick(T0 + 60_000);
  const event = JSON.parse(await reported(/^(\{"type":"live\.started".*)$/m));
  expect(event.data.target.name).toBe("Anna");
  const [delivery] = (await system.api("GET", "/v1/deliveries")).body.items;
  expect(delivery).toMatchObject({ status: "sent", attempts: [{ status: 204 }] });
});

test("the receiver refuses what is signed with another secret, changed, unsigned or old", async () => {
  const body = '{"type":"live.started"}';
  const signed = (secret: string, at: Date, text = body) => ({
    "webhook-id": "dlv_1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("dlv_1", at, text),
  });
  const now = new Date();
  expect((await post(signed(SECRET, now), body)).status).toBe(204);
  const other = `whsec_${Buffer.alloc(32, 4).toString("base64")}`;
  const old = new Date(now.getTime() - 6 * 60_000);
  const early = new Date(now.getTime() + 6 * 60_000);
  for (const headers of [signed(other, now), signed(SECRET, now, "{}"), signed(SECRET, old), signed(SECRET, early), {}])
    expect((await post(headers as Record<string, string>, body)).status).toBe(401);
  expect((await post(signed(SECRET, now), "x".repeat(1024 * 1024 + 1))).status).toBe(413);
});
