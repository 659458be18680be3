import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeLink } from "../../src/features/sign-in/page/link.ts";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { compose } from "../../src/wiring/compose.ts";
import { HOST, Jar, keyIn, OWN } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context } from "./visitor.ts";
import { FIREFOX, signingIn, statusOf } from "./signing-in.ts";

describe("sign in link", () => {
  describe("sign in link", () => {
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
        expect(await (await late.open("/sign-in?link=used")).text()).not.toContain("Start Tallylight again");
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
        expect((await nobody().send("/sign-in/link", { link: held }, { "sec-fetch-site": "cross-site" })).status).toBe(
          403,
        );
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
        expect(
          (await audited()).map(([operation, , status]: [string, unknown, number]) => [operation, status]),
        ).toEqual([
          ["signIn", 401],
          ["signIn", 200],
        ]);
      });
    });
  });

  describe("sign ins", () => {
    let api: RunningApi;
    beforeAll(async () => {
      api = await runSqliteApi();
    });
    beforeEach(async () => {
      await api.clear();
      await api.signAllOut();
    });
    afterAll(() => api.stop());

    const { nobody, signedIn, withEnv, listed, tokenOf, audited } = signingIn(() => api);

    const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString("base64");

    describe("a sign-in", () => {
      test("is listed with its device, and the store holds a digest of the cookie alone", async () => {
        const { token } = await tokenOf("write");
        await signedIn(token, { "user-agent": FIREFOX, "cf-connecting-ip": "203.0.113.7" });
        const jar = await signedIn();
        const [own, other] = await listed();
        expect(own).toMatchObject({ name: "ADMIN_TOKEN", address: null, agent: null });
        expect(other).toEqual({
          id: expect.stringMatching(/^sgn_[0-9a-z]{26}$/),
          name: "for write",
          createdAt: expect.any(String),
          lastSeenAt: other.createdAt,
          address: "203.0.113.7",
          agent: FIREFOX,
        });
        const [secret] = jar.kept.values();
        const { results } = await api.db.prepare("SELECT * FROM sign_ins").all();
        expect(JSON.stringify(results)).not.toContain(secret);
      });

      test("that is over is nobody's: a cookie that was copied ends with it", async () => {
        const jar = await signedIn();
        const copy = jar.through((request) => api.send(request));
        const [{ id }] = await listed();
        await jar.send("/sign-out", {});
        expect([await statusOf(copy), await listed()]).toEqual([401, []]);
        expect((await audited()).slice(0, 2)).toEqual([
          ["signOut", id, 200],
          ["signIn", id, 200],
        ]);
      });

      test("that was made up, altered, or of an older version is none", async () => {
        const jar = await signedIn();
        const [[name, secret]] = [...jar.kept] as [[string, string]];
        for (const other of [
          "",
          "x",
          `${secret.slice(0, -1)}${secret.endsWith("0") ? "1" : "0"}`,
          secret.toUpperCase(),
        ]) {
          jar.kept.set(name, other);
          expect(await statusOf(jar), other).toBe(401);
        }
        jar.kept.clear();
        jar.kept.set("__Host-session", secret);
        expect(await statusOf(jar)).toBe(401);
      });

      test("signing in anew in another tab takes its place, and what the first tab sends is refused or asked again", async () => {
        const jar = await signedIn();
        const formKey = keyIn(await (await jar.open("/settings")).text());
        await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string });
        expect(await listed()).toHaveLength(1);
        expect((await jar.send("/boards", { formKey, "/name": "Stage" })).status).toBe(403);
        const fresh = keyIn(await (await jar.open("/settings")).text());
        const other = jar.through((request) => api.send(request));
        await jar.send("/sign-out", {});
        const requested = await other.send("/boards", { formKey: fresh, "/name": "Stage" });
        expect([requested.status, await requested.text()]).toEqual([401, expect.stringContaining("Stage")]);
      });

      test("outlasts a change of the encryption keys, and no change of ADMIN_TOKEN", async () => {
        const { token } = await tokenOf("read");
        const [owner, reader] = [await signedIn(), await signedIn(token)];
        for (const keys of [{ k2: keyOf(2), k1: keyOf(1) }, { k2: keyOf(2) }])
          for (const jar of [owner, reader])
            expect(await statusOf(withEnv(jar, { ENCRYPTION_KEYS: JSON.stringify(keys) }))).toBe(200);
        const other = { ADMIN_TOKEN: "another_admin_token_0123456789abcdef012345" };
        expect([await statusOf(withEnv(owner, other)), await statusOf(withEnv(reader, other))]).toEqual([401, 200]);
        await compose({ ...api.env, ...other } as unknown as Env).sweep.retain.forget("signIns", 0, 500);
        expect([await statusOf(owner), await statusOf(reader)]).toEqual([401, 200]);
        const before = await signedIn();
        await withEnv(nobody(), other).send("/sign-in", { token: other.ADMIN_TOKEN });
        expect([await statusOf(before), await statusOf(reader)]).toEqual([401, 200]);
      });

      test("ends with its token, also where that comes to life again", async () => {
        const [one, two] = [await tokenOf("read"), await tokenOf("write")];
        const [first, second] = [await signedIn(one.token), await signedIn(two.token)];
        await api.call("DELETE", `/v1/tokens/${one.id}`);
        await api.db.prepare("UPDATE tokens SET expires_at = 1 WHERE id = ?1").bind(two.id).run();
        expect([await statusOf(first), await statusOf(second), await listed()]).toEqual([401, 401, []]);
        await api.call("PATCH", `/v1/tokens/${two.id}`, { expiresAt: null });
        expect(await statusOf(second)).toBe(401);
        const { results } = await api.db.prepare("SELECT * FROM sign_ins").all();
        expect(results).toEqual([]);
      });
    });

    describe("two instances on ports of one host", () => {
      test("keep their own sign-ins in one browser", async () => {
        const next = await runSqliteApi();
        const base = "http://127.0.0.1:9797";
        const own = { "sec-fetch-site": "same-origin", origin: base };
        const jar = new Jar((request) => (request.url.startsWith(base) ? next : api).send(request));
        await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string });
        await jar.send("/sign-in", { token: api.env["ADMIN_TOKEN"] as string }, own, base);
        expect([await statusOf(jar), (await jar.open("/settings", {}, base)).status]).toEqual([200, 200]);
        await jar.send("/sign-out", {}, own, base);
        expect([await statusOf(jar), (await jar.open("/settings", {}, base)).status]).toEqual([200, 401]);
        await next.stop();
      });
    });
  });
});

describe("invitations", () => {
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
    const welcome = await accepted.text();
    const [, token] = /value="(tly_[0-9a-z]{52})"/.exec(welcome)!;
    // A client on a phone goes on; the token is for those who open what is folded.
    expect(welcome.indexOf("Continue")).toBeLessThan(welcome.indexOf("<details"));
    expect(welcome.indexOf("<details")).toBeLessThan(welcome.indexOf(token!));
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

  test("who was removed can be brought back, with their token, their sign-in and an invitation not accepted yet", async () => {
    const owner = await context(api);
    const [here, later] = [await invite({ name: "Ada" }), await invite({ name: "Bo" })];
    const jar = somebody();
    const [, token] = /value="(tly_[0-9a-z]{52})"/.exec(await (await accept(jar, here.path, here.secret)).text())!;
    const removed = [];
    for (const { body } of [here, later]) removed.push((await owner.send(`/people/${body.id}/remove`, [])).text);
    expect(removed[0]).toContain("Ada removed");
    expect((await api.fetch("/v1/targets", {}, token!)).status).toBe(401);
    const away = jar.through((request) => api.send(request));
    expect(await (await away.open("/")).text()).toContain("Your token");
    expect((await owner.undo(removed[0]!)).text).toContain("Ada is back");
    expect((await api.fetch("/v1/targets", {}, token!)).status).toBe(200);
    expect(await (await jar.open("/")).text()).not.toContain("Your token");
    await owner.undo(removed[1]!);
    expect((await accept(somebody(), later.path, later.secret)).status).toBe(200);
    for (const forged of ["", "x", JSON.stringify({ id: here.body.id })])
      expect((await owner.send("/people/restore", [["removed", forged]])).status).toBe(409);
  });

  test("whom it makes a colleague reads what they may do", async () => {
    const { path } = await invite({ scopes: ["write"] });
    const text = await (await somebody().open(path)).text();
    expect(text).toContain("Editor: Everything except people, the data service and backups.");
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
    const invalid = await api.call("POST", "/v1/invitations", {
      name: "",
      scopes: ["read"],
      watchlistIds: ["wl_none"],
    });
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
});
