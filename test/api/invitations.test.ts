import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Jar } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const invite = async (more: object = {}) => {
  const { status, body } = await api.call("POST", "/v1/invitations", { name: "Client", scopes: ["read"], ...more });
  expect([status, body.errors]).toEqual([201, undefined]);
  const link = new URL(body.link as string);
  return { body, path: link.pathname + link.search, secret: link.searchParams.get("link")! };
};

const somebody = () => new Jar((request) => api.send(request));

/** Presses the button of the invitation's page. */
async function accept(jar: Jar, path: string, secret: string): Promise<Response> {
  const text = await (await jar.open(path)).text();
  expect(text).toContain("You are invited to Tallylight");
  return jar.send("/sign-in/link", { link: secret });
}

test("an invitation signs somebody in, once, with the scope and the lists it names", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Theirs" });
  const { body, path, secret } = await invite({ watchlistIds: [list.id] });
  expect(body).toMatchObject({ name: "Client", scopes: ["read"], watchlistIds: [list.id] });
  const days = (Date.parse(body.expiresAt as string) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.99);
  expect(days).toBeLessThan(7.01);
  const [jar, late] = [somebody(), somebody()];
  const accepted = await accept(jar, path, secret);
  expect(accepted.status).toBe(200);
  const [, token] = /value="(tly_[0-9a-z]{52})"/.exec(await accepted.text())!;
  const home = await (await jar.open("/")).text();
  expect(home).toContain("Theirs");
  // The token they were shown is theirs from then on, and goes no farther.
  expect((await api.fetch("/v1/targets", {}, token!)).status).toBe(200);
  expect((await api.fetch("/v1/channels", {}, token!)).status).toBe(403);
  expect((await late.open(path)).headers.get("location")).toBe("/sign-in?link=used");
  expect((await late.send("/sign-in/link", { link: secret })).headers.get("location")).toBe("/sign-in?link=used");
  const { body: displayed } = await api.call("GET", `/v1/tokens/${body.id}`);
  expect(displayed).toMatchObject({ expiresAt: null, watchlistIds: [list.id] });
});

test("looking at it uses nothing, and until it is accepted its secret opens nothing", async () => {
  const { path, secret } = await invite();
  for (let look = 0; look < 3; look++) expect((await somebody().open(path)).status).toBe(200);
  for (const guess of [secret, secret.replace("tli_", "tly_")])
    expect((await api.fetch("/v1/targets", {}, guess)).status).toBe(401);
  expect((await accept(somebody(), path, secret)).status).toBe(200);
});

test("of two who accept at once one is signed in", async () => {
  const { secret } = await invite();
  const answers = await Promise.all([1, 2, 3].map(() => somebody().send("/sign-in/link", { link: secret })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 303, 303]);
});

test("it ends after seven days, or when its token is deleted", async () => {
  const [over, revoked] = [await invite(), await invite()];
  await api.db.prepare("UPDATE tokens SET expires_at = 1 WHERE id = ?1").bind(over.body.id).run();
  await api.call("DELETE", `/v1/tokens/${revoked.body.id}`);
  for (const { secret } of [over, revoked])
    expect((await somebody().send("/sign-in/link", { link: secret })).headers.get("location")).toBe(
      "/sign-in?link=used",
    );
});

test("who is invited may be wrong, and only an admin invites", async () => {
  const invalid = await api.call("POST", "/v1/invitations", { name: "", scopes: ["read"], watchlistIds: ["wl_none"] });
  expect([invalid.status, invalid.body.errors[0].pointer]).toEqual([422, "/name"]);
  const { body } = await api.call("POST", "/v1/tokens", { name: "writer", scopes: ["write"] });
  const refused = await api.call("POST", "/v1/invitations", { name: "x", scopes: ["read"] }, {}, body.token);
  expect(refused.status).toBe(403);
});

test("a repeated request makes one invitation, and its link is nowhere in the database", async () => {
  const key = { "idempotency-key": "once" };
  const ask = () => api.call("POST", "/v1/invitations", { name: "Twice", scopes: ["read"] }, key);
  const [first, second] = [await ask(), await ask()];
  expect(second.body.link).toBe(first.body.link);
  const { results } = await api.db.prepare("SELECT * FROM tokens").all();
  expect(results).toHaveLength(1);
  const secret = new URL(first.body.link as string).searchParams.get("link")!;
  for (const table of ["tokens", "requests", "audit"]) {
    const { results: rows } = await api.db.prepare(`SELECT * FROM ${table}`).all();
    expect(JSON.stringify(rows)).not.toContain(secret);
  }
});
