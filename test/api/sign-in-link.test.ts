import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeLink } from "../../src/features/sign-in/page/link.ts";
import { HOST, Jar, OWN } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { signingIn, statusOf } from "./signing-in.ts";

let api: RunningApi;
let adminToken: string;
beforeAll(async () => {
  api = await runSqliteApi();
  adminToken = api.env["ADMIN_TOKEN"] as string;
});
beforeEach(async () => {
  await api.clear();
  await api.signAllOut();
});
afterAll(() => api.stop());

const { nobody, signedIn, listed, audited } = signingIn(() => api);

const link = (token = adminToken, in_ = 60_000) => makeLink(token, Date.now() + in_, "0123456789abcdef");

/** What the button of the link's page sends. */
async function pressed(jar: Jar, path: string): Promise<Response> {
  const text = await (await jar.open(path)).text();
  const [, action, held] = /<form method="post" action="([^"]+)".*?name="link" value="([^"]+)"/s.exec(text)!;
  return jar.send(action!, { link: held! });
}

describe("the link of a start", () => {
  test("says what it is for, and its button signs in, once", async () => {
    const path = `/?link=${await link()}`;
    const [jar, late] = [nobody(), nobody()];
    const text = await (await jar.open(path)).text();
    expect(text).toContain("This link signs you in as the owner");
    expect(text.match(/<button/g)).toHaveLength(1);
    const held = { link: path.slice("/?link=".length) };
    const first = await pressed(jar, path);
    expect([first.status, first.headers.get("location")]).toEqual([303, "/sign-in?kept=1&next=%2F"]);
    expect(await statusOf(jar, "/")).toBe(200);
    // From an address of its own: failed tries of one network share an entry, and tests of other files share the process.
    const second = await late.send("/sign-in/link", held, { ...OWN, "cf-connecting-ip": "198.18.46.1" });
    expect([second.headers.get("location"), late.kept.size]).toEqual(["/sign-in?link=used", 0]);
    expect((await late.open(path)).headers.get("location")).toBe("/sign-in?link=used");
    expect(await (await late.open("/sign-in?link=used")).text()).toContain("has been used");
    const [{ id }] = await listed();
    expect(await audited()).toEqual([
      ["signInByLink", null, 401],
      ["signInByLink", id, 200],
    ]);
  });

  test("works on the host of its own that a start prints", async () => {
    const base = "http://tallylight-8787.localhost:8787";
    const jar = nobody();
    expect((await jar.open("/", {}, base)).status).toBe(401);
    expect((await jar.open(`/?link=${await link()}`, {}, base)).status).toBe(200);
  });

  test("is left alone by previews, prefetches and HEAD: the person's button works after them", async () => {
    const path = `/?link=${await link()}`;
    for (const [method, headers] of [
      ["GET", { "user-agent": "Slackbot-LinkExpanding 1.0" }],
      ["GET", { "sec-purpose": "prefetch;prerender" }],
      ["HEAD", {}],
      ["GET", {}],
    ] as [string, Record<string, string>][]) {
      const answer = await api.send(new Request(HOST + path, { method, headers }));
      expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
    }
    expect(await listed()).toEqual([]);
    const jar = nobody();
    await pressed(jar, path);
    expect(await statusOf(jar, "/")).toBe(200);
  });

  test("signs in one of many at once, and nobody from another page", async () => {
    const held = await link();
    const jars = Array.from({ length: 8 }, () => nobody());
    expect((await nobody().send("/sign-in/link", { link: held }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    await Promise.all(jars.map((jar) => jar.send("/sign-in/link", { link: held })));
    expect(jars.filter(({ kept: stored }) => stored.size > 0)).toHaveLength(1);
  });

  test("that is over, made up or of another token signs nobody in", async () => {
    const good = await link();
    for (const other of [
      await link(adminToken, -1),
      await link("x".repeat(40)),
      `${good}0`,
      "",
      good.replace(/^./, "z"),
    ]) {
      const jar = nobody();
      expect((await jar.open(`/?link=${other}`)).headers.get("location"), other).toBe("/sign-in?link=used");
      await jar.send("/sign-in/link", { link: other });
      expect(jar.kept.size, other).toBe(0);
    }
  });
});

describe("sign-ins that fail", () => {
  const entries = async () => (await api.call("GET", "/v1/audit?limit=200")).body.items;
  const failing = async (times: number, address: string) => {
    for (let n = 0; n < times; n++)
      await nobody().send("/sign-in", { token: "wrong" }, { ...OWN, "cf-connecting-ip": address });
  };
  const at = vi.spyOn(Date, "now");
  afterAll(() => at.mockRestore());

  test("are one entry for each address and ten minutes, with a count, and never the token", async () => {
    at.mockReturnValue(Date.UTC(2027, 0, 1, 12));
    await failing(8, "192.0.2.1");
    await failing(1, "192.0.2.2");
    at.mockReturnValue(Date.UTC(2027, 0, 1, 12, 9, 59));
    await failing(8, "192.0.2.1");
    at.mockReturnValue(Date.UTC(2027, 0, 1, 12, 10));
    await failing(2, "192.0.2.1");
    const all = await entries();
    expect(all.map((one: any) => [one.operation, one.status, one.address, one.request.count])).toEqual([
      ["signIn", 401, "192.0.2.1", 2],
      ["signIn", 401, "192.0.2.2", 1],
      ["signIn", 401, "192.0.2.1", 16],
    ]);
    expect(all[0].actor).toEqual({ tokenId: null, name: "nobody" });
    expect(JSON.stringify(all)).not.toContain("wrong");
  });

  test("from many addresses fill the log with a hundred and one entries", async () => {
    at.mockReturnValue(Date.UTC(2027, 0, 2));
    for (let n = 0; n < 110; n++) await failing(1, `198.51.100.${n}`);
    const all = await entries();
    expect([all.length, all[0].address, all[0].request.count]).toEqual([101, null, 8]);
  });

  test("are told also where others signed in", async () => {
    at.mockReturnValue(Date.UTC(2027, 0, 3));
    await signedIn();
    await failing(1, "192.0.2.1");
    expect((await audited()).map(([operation, , status]: [string, unknown, number]) => [operation, status])).toEqual([
      ["signIn", 401],
      ["signIn", 200],
    ]);
  });
});
