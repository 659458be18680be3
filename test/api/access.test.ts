import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/wiring/config.ts";
import { Jar, OWN } from "../support/jar.ts";
import { setting, TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

const TEAM = "example.cloudflareaccess.com";
const AUD = "a".repeat(64);
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

let reachable = true;
let fetches = 0;

/** Stands in for the network: the certificates of the team, and nothing else. */
const OUTSIDE = {
  async fetch(address: string) {
    fetches++;
    if (!reachable) throw new Error("no route");
    expect(address).toBe(`https://${TEAM}/cdn-cgi/access/certs`);
    return new Response(JSON.stringify({ keys: [{ kid: "k", ...publicKey.export({ format: "jwk" }) }] }));
  },
};

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function assertionFor(email: string, more: object = {}): string {
  const now = Date.now() / 1000;
  const claims = { iss: `https://${TEAM}`, aud: [AUD], email, nbf: now - 1, exp: now + 300, ...more };
  const text = `${part({ alg: "RS256", kid: "k" })}.${part(claims)}`;
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`;
}

const HEADER = "cf-access-jwt-assertion";

let api: RunningApi;
let owner: Visitor;
beforeAll(async () => {
  api = await runSqliteApi({ ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: AUD, OUTSIDE: OUTSIDE as unknown as string });
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.clear();
  reachable = true;
  owner = await context(api, TOKEN);
});

const browser = (of = api) => new Jar((request) => of.send(request));

const invited = (more: [string, string][] = []) =>
  owner.send("/people/invite", [
    ["/name", "Alex"],
    ["/email", "Alex@Example.com"],
    ["/scopes", "write"],
    ["/watchlistId", ""],
    ...more,
  ]);

test("someone whom an owner added by address is signed in, as the role says, and can send forms", async () => {
  const added = await invited();
  expect([added.status, added.text.includes("Alex can sign in as alex@example.com")]).toEqual([303, true]);
  expect(added.text).not.toContain("tli_");
  const jar = browser();
  const headers = { [HEADER]: assertionFor("alex@EXAMPLE.com") };
  const page = await jar.open("/settings", headers);
  const text = await page.text();
  expect([page.status, text.includes("Signed in with"), text.includes("Editor: you can view")]).toEqual([
    200,
    true,
    true,
  ]);
  expect(page.headers.getSetCookie().join()).toContain("__Host-session-");
  expect((await jar.open("/people", headers)).status).toBe(403);
  const [, formKey] = /name="formKey" value="(\w+)"/.exec(text)!;
  const sent = await jar.send(
    "/sharing",
    { formKey: formKey!, "/name": "Screen", "/watchlistId": "" },
    { ...OWN, ...headers },
  );
  expect(sent.status).toBe(200);
  const { items } = (await api.call("GET", "/v1/audit?limit=50")).body;
  expect(items.map((one: { operation: string }) => one.operation)).toEqual(
    expect.arrayContaining(["createToken", "signInByAccess", "createFeedKey"]),
  );
});

describe("the session", () => {
  test("needs the assertion with each request: without it, or with another's, it opens nothing", async () => {
    await invited();
    const jar = browser();
    expect((await jar.open("/settings", { [HEADER]: assertionFor("alex@example.com") })).status).toBe(200);
    expect((await jar.open("/settings")).status).toBe(401);
    const expired = assertionFor("alex@example.com", { exp: Date.now() / 1000 - 1 });
    expect((await jar.open("/settings", { [HEADER]: expired })).status).toBe(403);
    expect((await jar.open("/settings", { [HEADER]: assertionFor("eve@example.com") })).status).toBe(403);
    expect((await jar.open("/settings", { [HEADER]: assertionFor("alex@example.com") })).status).toBe(200);
  });

  test("ends when the person is removed or gets another address, and with Access when they sign out", async () => {
    await invited();
    const jar = browser();
    const headers = { [HEADER]: assertionFor("alex@example.com") };
    const formKey = /name="formKey" value="(\w+)"/.exec(await (await jar.open("/settings", headers)).text())![1]!;
    const out = await jar.send("/sign-out", { formKey }, { ...OWN, ...headers });
    expect(out.headers.get("location")).toBe("/cdn-cgi/access/logout");
    expect((await jar.open("/settings", headers)).status).toBe(200);
    const { items } = (await api.call("GET", "/v1/tokens")).body;
    expect((await api.call("PATCH", `/v1/tokens/${items[0].id}`, { email: "other@example.com" })).status).toBe(200);
    expect((await jar.open("/settings", headers)).status).toBe(403);
    await api.call("PATCH", `/v1/tokens/${items[0].id}`, { email: "alex@example.com" });
    expect((await jar.open("/settings", headers)).status).toBe(200);
    await owner.send(`/people/${items[0].id}/remove`, []);
    expect((await jar.open("/settings", headers)).status).toBe(403);
  });
});

describe("nobody is let in", () => {
  test("whose address is not here: the page says whom to ask", async () => {
    const from = { "cf-connecting-ip": "198.51.100.7" };
    const refused = await browser().open("/", { [HEADER]: assertionFor("eve@example.com<script>"), ...from });
    const text = await refused.text();
    expect(refused.status).toBe(403);
    expect(text).toContain("Nobody here has the address eve@example.com&lt;script&gt;.");
    expect(text).toContain("Ask an owner of this Tallylight to add it under People and access.");
    expect(text).toContain("Your token");
    expect(refused.headers.getSetCookie()).toEqual([]);
    const { items } = (await api.call("GET", "/v1/audit?limit=50")).body;
    expect(items).toContainEqual(expect.objectContaining({ operation: "signInByAccess", status: 401 }));
  });

  test("with a forged assertion, two of them, or those of the application in a cookie", async () => {
    await invited();
    const good = assertionFor("alex@example.com");
    const forged = `${good.slice(0, -20)}${"A".repeat(20)}`;
    for (const [headers, status] of [
      [{ [HEADER]: forged }, 403],
      [{ [HEADER]: `${good}, ${good}` }, 403],
      [{ cookie: `CF_Authorization=${good}` }, 401],
      [{ [HEADER]: assertionFor("alex@example.com", { aud: ["b".repeat(64)] }) }, 403],
    ] as const)
      expect((await browser().open("/settings", headers)).status).toBe(status);
  });

  test("by the API, which takes tokens alone", async () => {
    await invited();
    const answer = await api.fetch("/v1/targets", { headers: { [HEADER]: assertionFor("alex@example.com") } }, null);
    expect(answer.status).toBe(401);
  });

  test("over a connection that others can read", async () => {
    await invited();
    const request = new Request("http://tally.example/", { headers: { [HEADER]: assertionFor("alex@example.com") } });
    expect((await api.send(request)).status).toBe(401);
  });

  test("while the keys can't be fetched", async () => {
    const away = await runSqliteApi({
      ACCESS_TEAM_DOMAIN: TEAM,
      ACCESS_AUD: AUD,
      OUTSIDE: OUTSIDE as unknown as string,
    });
    reachable = false;
    fetches = 0;
    for (let time = 0; time < 3; time++) {
      const answer = await browser(away).open("/", { [HEADER]: assertionFor("alex@example.com") });
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("Cloudflare Access can&#39;t be reached to check who you are");
    }
    expect(fetches).toBe(1);
    await away.stop();
  });

  test("by the header alone where Access is not configured", async () => {
    const plain = await runSqliteApi({ OUTSIDE: OUTSIDE as unknown as string });
    fetches = 0;
    const { body } = await plain.call("POST", "/v1/tokens", {
      name: "Alex",
      scopes: ["admin"],
      email: "alex@example.com",
    });
    expect(body.email).toBe("alex@example.com");
    const answer = await browser(plain).open("/", { [HEADER]: assertionFor("alex@example.com") });
    expect([answer.status, fetches]).toEqual([401, 0]);
    expect((await (await context(plain, TOKEN)).open("/people")).text).not.toContain("Email (optional)");
    await plain.stop();
  });
});

test("an address belongs to one person", async () => {
  await invited();
  const twice = await invited([]);
  expect([twice.status, /address of another token already/.test(twice.text)]).toEqual([422, true]);
  expect((await api.call("POST", "/v1/tokens", { name: "X", scopes: ["read"], email: "no address" })).status).toBe(422);
});

describe("of several requests at once that give one address to a token, one succeeds", () => {
  const email = "alex@example.com";
  const refused = expect.objectContaining({
    status: 422,
    body: expect.objectContaining({
      errors: [{ pointer: "/email", message: "is the address of another token already" }],
    }),
  });
  const add = (name: string, more: object = {}) => api.call("POST", "/v1/tokens", { name, scopes: ["read"], ...more });
  const holders = async () => {
    const { body } = await api.call("GET", "/v1/tokens");
    return body.items.filter((one: { email: string | null }) => one.email === email).length;
  };

  /** Sends requests whose reads are all done before any of them writes. Returns the refused ones. */
  async function refusedOf(requests: [method: "POST" | "PATCH", path: string, body: object][]) {
    const { promise: ready, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const db = Object.create(api.db, {
      prepare: { value: (sql: string) => api.db.prepare(sql) },
      batch: {
        async value(statements: D1PreparedStatement[]) {
          if (++waiting === requests.length) resolve();
          await ready;
          return api.db.batch(statements);
        },
      },
    });
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const answers = requests.map(async ([method, path, body]) => {
      const init: RequestInit = { method, headers, body: JSON.stringify(body) };
      const answer = await api.send(new Request(`http://api.test${path}`, init), { ...api.env, DB: db });
      return { status: answer.status, body: await answer.json() };
    });
    return (await Promise.all(answers)).filter(({ status }) => status >= 400);
  }

  test("new tokens", async () => {
    const bodies = ["A", "B", "C", "D"].map((name) => ({ name, scopes: ["read"], email }));
    const answers = await refusedOf(bodies.map((body) => ["POST", "/v1/tokens", body]));
    expect(answers).toEqual([refused, refused, refused]);
    expect(await holders()).toBe(1);
  });

  test("changes of tokens", async () => {
    const ids = [(await add("A")).body.id, (await add("B")).body.id];
    expect(await refusedOf(ids.map((id) => ["PATCH", `/v1/tokens/${id}`, { email }]))).toEqual([refused]);
    expect(await holders()).toBe(1);
  });

  test("tokens that share one in older data can still change, and no other token gets it", async () => {
    const [one, other] = [(await add("A", { email })).body.id, (await add("B")).body.id];
    await api.db.prepare("UPDATE tokens SET email = ?1 WHERE id = ?2").bind(email, other).run();
    expect((await api.call("PATCH", `/v1/tokens/${one}`, { name: "C" })).status).toBe(200);
    expect(await add("D", { email })).toEqual(refused);
    expect((await api.call("PATCH", `/v1/tokens/${other}`, { email: null })).status).toBe(200);
    expect((await api.call("PATCH", `/v1/tokens/${one}`, { email: "ALEX@example.com" })).status).toBe(200);
    expect(await holders()).toBe(1);
  });
});

test("both variables are needed, and are checked at the start", () => {
  const errorsOf = (more: object) => {
    const read = readConfig({ ...setting("http://127.0.0.1:1"), ...more });
    return "errors" in read ? read.errors.map(({ name }) => name) : [];
  };
  expect(errorsOf({ ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: AUD })).toEqual([]);
  expect(errorsOf({ ACCESS_TEAM_DOMAIN: TEAM })).toEqual(["ACCESS_AUD"]);
  expect(errorsOf({ ACCESS_AUD: AUD })).toEqual(["ACCESS_TEAM_DOMAIN"]);
  for (const domain of ["https://example.cloudflareaccess.com", "evil.example", "x.cloudflareaccess.com.evil.example"])
    expect(errorsOf({ ACCESS_TEAM_DOMAIN: domain, ACCESS_AUD: AUD })).toEqual(["ACCESS_TEAM_DOMAIN"]);
  expect(errorsOf({ ACCESS_TEAM_DOMAIN: TEAM, ACCESS_AUD: "short" })).toEqual(["ACCESS_AUD"]);
});
