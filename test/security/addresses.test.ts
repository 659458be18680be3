import { afterAll, beforeAll, expect, test } from "vitest";
import { channelKinds } from "../../src/channels/registry.ts";
import { PUBLIC_ONLY } from "../../src/core/public-url.ts";
import { outboundSender } from "../../src/engine/outbound/sender.ts";
import { exampleOf } from "../support/channel-kinds.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { INSIDE } from "./addresses.ts";

const OWN = "tallylight.mine.dev";

let api: RunningApi;
let inside: TestServer;
let door: TestServer;
const reached: string[] = [];
let answer: { status: number; location: string } = { status: 200, location: "" };

beforeAll(async () => {
  api = await runSqliteApi({ ALLOW_LOCAL_WEBHOOKS: "false", PUBLIC_URL: `https://${OWN}` });
  inside = await serve((request, _body, response) => {
    reached.push(request.url!);
    response.end("inside");
  });
  door = await serve((_request, _body, response) => {
    response.writeHead(answer.status, { location: answer.location });
    response.end();
  });
});
afterAll(async () => {
  await api.stop();
  await Promise.all([inside.close(), door.close()]);
});

const kinds = Object.keys(channelKinds);

test("the corpus is one", () => {
  expect(new Set(INSIDE).size).toBeGreaterThanOrEqual(300);
});

test("no channel is made of an address that leads inside, nor of our own", async () => {
  for (const url of [...INSIDE, `https://${OWN}/v1/targets`]) {
    for (const kind of kinds) {
      const settings = { ...exampleOf(kind).settings, url };
      const taken = channelKinds[kind]!.settings({ ...PUBLIC_ONLY, own: OWN }).safeParse(settings).success;
      expect([kind, url, taken]).toEqual([kind, url, false]);
    }
    const created = await api.call("POST", "/v1/channels", { kind: "webhook", name: "x", settings: { url } });
    expect([url, created.status, created.body.errors[0].pointer]).toEqual([url, 422, "/settings/url"]);
    expect(JSON.stringify(created.body)).not.toContain("tallylight.mine.dev/v1");
  }
});

test("none is called, even where it was stored before", async () => {
  const displayName: string[] = [];
  const send = outboundSender({ local: false, own: OWN }, 1000, async (input) => {
    displayName.push(String(input));
    return new Response("ok");
  });
  for (const url of [...INSIDE, `https://${OWN}/`]) {
    const sent = await send({ method: "POST", url, headers: {}, body: "{}" });
    expect([url, sent.error]).toEqual([url, "refused address"]);
  }
  expect(displayName).toEqual([]);
});

test("no redirect is followed, whatever its status and wherever it leads", async () => {
  const send = outboundSender({ local: true, own: null }, 1000, fetch);
  for (let status = 300; status < 400; status++) {
    for (const location of [`${inside.url}/secret`, "/elsewhere", "//127.0.0.1/", "file:///etc/passwd"]) {
      answer = { status, location };
      const sent = await send({ method: "POST", url: `${door.url}/hook`, headers: {}, body: "{}" });
      expect([status, sent.status]).toEqual([status, status]);
      for (const kind of kinds)
        expect(channelKinds[kind]!.judge(sent, { edit: null, plain: false }).kind).not.toBe("sent");
    }
  }
  expect(reached).toEqual([]);
});
