import { afterAll, beforeAll, expect, test } from "vitest";
import { hiddenIn } from "../../src/channels/secret-settings.ts";
import { channelKinds } from "../../src/channels/registry.ts";
import { everyKind, exampleOf } from "../support/channel-kinds.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { runSqliteApi, type RunningApi } from "../api/running-api.ts";

// A secret is given for one server. If the server of a channel changes, the secret stays behind, or is asked for again.

let api: RunningApi;
let servers: TestServer[];
let received: string[];
beforeAll(async () => {
  api = await runSqliteApi();
  servers = await Promise.all(
    [0, 1].map((place) =>
      serve((request, body, response) => {
        if (place === 1) received.push(`${request.url} ${JSON.stringify(request.headers)} ${body}`);
        response.end("ok");
      }),
    ),
  );
});
afterAll(async () => {
  await api.stop();
  await Promise.all(servers.map((one) => one.close()));
});

/** Settings of a kind whose server people choose; null for kinds of one service. */
function withServer(name: string, url: string): Record<string, string> | null {
  const { settings } = exampleOf(name);
  const candidates = [settings, { ...settings, service: "json" }];
  for (const one of candidates) {
    const provided = { ...one, url } as Record<string, string>;
    if (channelKinds[name]!.settings({ local: true, own: null }).safeParse(provided).success) return provided;
  }
  return null;
}

const kinds = everyKind.map(([name]) => name).filter((name) => withServer(name, "http://127.0.0.1:9/x") !== null);

test("the kinds with servers are the known ones", () => {
  expect(kinds.toSorted()).toEqual(["discord", "email", "ntfy", "slack", "template", "webhook"]);
});

test.each(kinds)("%s: no secret goes to a server that it was not given for", async (kind) => {
  received = [];
  const settings = withServer(kind, `${servers[0]!.url}/one/aaaaaaaaaaaaaaaa`)!;
  const secrets = hiddenIn(channelKinds[kind]!, settings).filter(([name]) => name !== "url");
  const created = await api.call("POST", "/v1/channels", { kind, name: kind, settings });
  expect([created.status, created.body.errors]).toEqual([201, undefined]);
  const path = `/v1/channels/${created.body.id}`;
  const url = `${servers[1]!.url}/two/bbbbbbbbbbbbbbbb`;
  const moved = await api.call("PATCH", path, { settings: { url } });
  const texts = secrets.flatMap(([, value]) => (typeof value === "string" ? [value] : Object.values(value as object)));
  if (moved.status === 422) {
    for (const { pointer, message } of moved.body.errors) {
      expect(secrets.map(([name]) => `/settings/${name}`)).toContain(pointer);
      expect(message).toContain("again");
    }
    // With the secret it is taken, and the others stay behind.
    const again = Object.fromEntries(
      moved.body.errors.map(({ pointer }: { pointer: string }) => [pointer.split("/").at(-1), "other-secret"]),
    );
    expect((await api.call("PATCH", path, { settings: { url, ...again } })).status).toBe(200);
  } else expect(moved.status).toBe(200);
  await api.call("POST", `${path}/test`, {});
  expect(received).toHaveLength(1);
  for (const text of texts) expect(received[0]).not.toContain(text);
});

test("ntfy: another topic on the same server keeps the token", async () => {
  received = [];
  const settings = { url: servers[1]!.url, topic: "first-topic", token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2" };
  const { body } = await api.call("POST", "/v1/channels", { kind: "ntfy", name: "phone", settings });
  const changed = await api.call("PATCH", `/v1/channels/${body.id}`, { settings: { topic: "second-topic" } });
  expect(changed.status).toBe(200);
  await api.call("POST", `/v1/channels/${body.id}/test`, {});
  expect(received[0]).toContain("second-topic");
  expect(received[0]).toContain(settings.token);
});
