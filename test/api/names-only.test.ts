import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { serve, type TestServer } from "../support/http-server.ts";
import { fieldsIn } from "./connecting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

// A service that knows names alone: who is live has the id of a broadcast, which is no id of theirs.

const live = new Set(["maria"]);
const KNOWN = ["maria", "lena", "tom"];

let api: RunningApi;
let service: TestServer;
let me: Visitor;
beforeAll(async () => {
  service = await serve((request, _body, response) => {
    const name = new URL(request.url!, "http://x").searchParams.get("name") ?? "";
    response.writeHead(KNOWN.includes(name) ? 200 : 404, { "content-type": "application/json" });
    const broadcast = live.has(name) ? { id: 77_110_344, caption: "hello all" } : null;
    response.end(JSON.stringify({ creator: { handle: name }, broadcast }));
  });
  api = await runSqliteApi({ UPSTREAM_POLLS_PER_MINUTE: "10000", LIMITS: "local" });
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name];
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => Promise.all([service.close(), api.stop()]));

const form = () =>
  Object.entries({
    "/account/baseUrl": `${service.url}/live?name=maria`,
    "/account/username": "me",
    "/account/password": "secret-word",
    live: "@maria",
    off: "@lena",
  });

test("the handle is the identity: both are watched, and somebody who is offline can be added", async () => {
  const tried = await me.send("/first-steps/service", form());
  expect(tried.text).toContain("@maria</bdi> is live");
  expect(tried.text).toContain("knows creators by name only");
  await me.send("/first-steps/service/keep", Object.entries(fieldsIn(tried.text)));
  const tom = await api.call("POST", "/v1/targets", { kind: "live", name: "Tom", params: { handle: "@tom" } });
  expect([tom.status, tom.body.params]).toEqual([201, { handle: "tom" }]);
  const pasted = await me.send("/first-steps/creators", [["creators", "https://example.com/@tom\n@lena"]]);
  expect(pasted.text).toContain("2 of 2 added");
  expect((await api.call("POST", `/v1/targets/${tom.body.id}/poll`)).body.verdict).toBe("off");
  live.add("tom");
  expect((await api.call("POST", `/v1/targets/${tom.body.id}/poll`)).body).toMatchObject({
    verdict: "on",
    changes: [{ type: "live.started" }],
  });
  live.delete("tom");
  const all = (await api.call("GET", "/v1/targets")).body.items as { params: object; status: { verdict: string } }[];
  expect(all.map(({ params, status }) => [params, status.verdict])).toEqual(
    expect.arrayContaining([
      [{ handle: "maria" }, "on"],
      [{ handle: "lena" }, "off"],
    ]),
  );
});

test("a name that the service doesn't know is found out by its check, not before", async () => {
  const tried = await me.send("/first-steps/service", form());
  await me.send("/first-steps/service/keep", Object.entries(fieldsIn(tried.text)));
  const { body } = await api.call("POST", "/v1/targets", { kind: "live", name: "X", params: { handle: "nobody" } });
  expect((await api.call("POST", `/v1/targets/${body.id}/poll`)).body.fault).toMatchObject({ kind: "gone" });
});
