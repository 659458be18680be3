import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages } from "../../src/edges/pages/pages.ts";
import { places } from "../../src/edges/pages/nav.ts";
import { makeLink } from "../../src/edges/pages/sign-in/link.ts";
import { HOST, Jar, keyIn, OWN } from "../support/jar.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
let adminToken: string;
beforeAll(async () => {
  api = await runSqliteApi();
  adminToken = api.env["ADMIN_TOKEN"] as string;
});
afterAll(() => api.stop());

const nobody = () => new Jar((request) => api.send(request));

async function signedIn(token = adminToken): Promise<Jar> {
  const jar = nobody();
  const response = await jar.send("/sign-in", { token, next: "/settings", stay: "true" });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/sign-in?kept=1&next=%2Fsettings"]);
  return jar;
}

const newToken = async (scope: string) =>
  (await api.call("POST", "/v1/tokens", { name: `for ${scope}`, scopes: [scope] })).body as {
    id: string;
    token: string;
  };

describe("signing in", () => {
  test("a token opens the pages, by a cookie that only this host gets", async () => {
    const jar = nobody();
    const response = await jar.send("/sign-in", { token: adminToken, next: "/settings", stay: "true" });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^__Host-session=[^;]{80,}; /);
    for (const part of ["Max-Age=2592000", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain(adminToken);
    const kept = await jar.open("/sign-in?kept=1&next=%2Fsettings");
    expect(kept.headers.get("location")).toBe("/settings");
    const page = await jar.open("/settings");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Sign out")]);
  });

  test("without the switch it ends with the browser", async () => {
    const response = await nobody().send("/sign-in", { token: adminToken });
    expect(response.headers.getSetCookie()[0]).not.toMatch(/max-age/i);
  });

  test("a browser that keeps no cookie is told so", async () => {
    expect(await (await nobody().open("/sign-in?kept=1&next=%2F")).text()).toContain("did not keep");
  });

  test("an unknown token is refused and not shown again", async () => {
    const response = await nobody().send("/sign-in", { token: "tly_not-the-right-one" });
    const text = await response.text();
    expect([response.status, text]).toEqual([401, expect.stringContaining("not known here")]);
    expect(text).not.toContain("tly_not");
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test("a thousand tries from one address are too many", async () => {
    const headers = { ...OWN, "cf-connecting-ip": "192.0.2.44" };
    let last = 0;
    for (let tries = 0; tries <= 1000; tries++)
      last = (await nobody().send("/sign-in", { token: "x" }, headers)).status;
    expect(last).toBe(429);
    expect((await nobody().send("/sign-in", { token: adminToken }, headers)).status).toBe(303);
  });

  test.each(["https://elsewhere.test/", "//elsewhere.test", "/\\elsewhere.test", "javascript:alert(1)", "settings"])(
    "it leads nowhere else: %s",
    async (next) => {
      const response = await nobody().send("/sign-in", { token: adminToken, next });
      expect(response.headers.get("location")).toBe("/sign-in?kept=1&next=%2F");
    },
  );

  test("over http it is for this machine alone, unless the address that readers know is https", async () => {
    const base = "http://tally.example";
    const own = { "sec-fetch-site": "same-origin", origin: base };
    expect(await (await nobody().open("/sign-in", {}, base)).text()).toContain("not encrypted");
    expect((await nobody().send("/sign-in", { token: adminToken }, own, base)).status).toBe(403);
    const proxied = await runSqliteApi({ PUBLIC_URL: "https://tally.example" });
    const post = {
      method: "POST",
      headers: { ...own, origin: "https://tally.example", "content-type": "application/x-www-form-urlencoded" },
    };
    const sent = new Request(`${base}/sign-in`, { ...post, body: `token=${adminToken}` });
    expect((await proxied.send(sent)).status).toBe(303);
  });
});

describe("a session", () => {
  test("ends with its token, at its end, and is as narrow as the token is now", async () => {
    const { id, token } = await newToken("write");
    const jar = await signedIn(token);
    expect(await (await jar.open("/settings")).text()).toContain("change who is watched");
    await api.call("PATCH", `/v1/tokens/${id}`, { scopes: ["read"] });
    expect(await (await jar.open("/settings")).text()).toContain("change nothing");
    await api.call("PATCH", `/v1/tokens/${id}`, { expiresAt: "2020-01-01" });
    expect((await jar.open("/settings")).status).toBe(401);
    await api.call("PATCH", `/v1/tokens/${id}`, { expiresAt: null });
    expect((await jar.open("/settings")).status).toBe(200);
    await api.call("DELETE", `/v1/tokens/${id}`);
    expect((await jar.open("/settings")).status).toBe(401);
  });

  test("of the first token ends when that is another one", async () => {
    const jar = await signedIn();
    const rotated = { ...api.env, ADMIN_TOKEN: "another_admin_token_0123456789abcdef012345" };
    const page = await jar.through((request) => api.send(request, rotated)).open("/settings");
    expect(page.status).toBe(401);
  });

  test("that was made up, altered or is of another key is none", async () => {
    const jar = await signedIn();
    const sealed = jar.kept.get("__Host-session")!;
    for (const other of ["", "x", "k1.x.y", `${sealed.slice(0, -6)}AAAA==`, sealed.replace("k1", "k2")]) {
      jar.kept.set("__Host-session", other);
      expect((await jar.open("/settings")).status, other).toBe(401);
    }
  });

  test("signs out", async () => {
    const jar = await signedIn();
    expect((await jar.send("/sign-out", {})).headers.get("location")).toBe("/sign-in");
    expect(jar.kept.size).toBe(0);
  });

  test("opens no API", async () => {
    const jar = await signedIn();
    expect((await jar.open("/v1/targets")).status).toBe(401);
  });
});

describe("the link of a start", () => {
  const link = (token = adminToken, in_ = 60_000) => makeLink(token, Date.now() + in_, "0123456789abcdef");
  test("signs in once, and leads away from its address", async () => {
    const jar = nobody();
    const path = `/?link=${await link()}`;
    const head = await api.send(new Request(HOST + path, { method: "HEAD" }));
    expect(head.status).toBe(400);
    const first = await jar.open(path);
    expect([first.status, first.headers.get("location")]).toEqual([303, "/sign-in?kept=1&next=%2F"]);
    expect(first.headers.get("referrer-policy")).toBe("no-referrer");
    expect((await jar.open("/")).status).toBe(200);
    const other = nobody();
    const second = await other.open(path);
    expect([second.headers.get("location"), other.kept.size]).toEqual(["/sign-in?link=used", 0]);
    expect(await (await other.open("/sign-in?link=used")).text()).toContain("has been used");
  });

  test("signs in one of many at once", async () => {
    const path = `/?link=${await makeLink(adminToken, Date.now() + 60_000, "fedcba9876543210")}`;
    const jars = Array.from({ length: 8 }, () => nobody());
    await Promise.all(jars.map((jar) => jar.open(path)));
    expect(jars.filter(({ kept }) => kept.size > 0)).toHaveLength(1);
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
      await jar.open(`/?link=${other}`);
      expect(jar.kept.size, other).toBe(0);
    }
  });
});

describe("every page", () => {
  const forms = pages.filter(({ method, scope }) => method === "post" && scope !== "public");
  const shown = pages.filter(({ method, path }) => method === "get" && path !== "/sign-in" && path !== "/shared");
  const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, "some_id");

  test("each has an address of its own: of two the second would never answer", () => {
    const addresses = pages.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    expect(addresses.filter((one, place) => addresses.indexOf(one) !== place)).toEqual([]);
  });

  test.each(shown)("$path asks who it is, and tells nothing", async ({ path }) => {
    const response = await nobody().open(pathOf(path));
    expect(response.status).toBe(401);
    const text = await response.text();
    expect(text).toContain("Your token");
    expect(text).not.toContain('aria-label="Pages"');
  });

  test.each(forms)(
    "$path takes no form from elsewhere, from nobody, or without its session's key",
    async ({ path }) => {
      const to = pathOf(path);
      const jar = await signedIn();
      const formKey = keyIn(await (await jar.open("/settings")).text());
      expect(formKey).not.toBe("");
      for (const from of [
        {},
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site", origin: HOST },
        { origin: "https://elsewhere.test" },
        { origin: "null" },
      ])
        expect((await jar.send(to, { formKey }, from as Record<string, string>)).status, JSON.stringify(from)).toBe(
          403,
        );
      expect((await jar.send(to, {})).status).toBe(403);
      expect(
        (await jar.send(to, { formKey: keyIn(await (await (await signedIn()).open("/settings")).text()) })).status,
      ).toBe(403);
      expect((await nobody().send(to, { formKey })).status).toBe(401);
      const reader = await signedIn((await newToken("read")).token);
      const readersKey = keyIn(await (await reader.open("/settings")).text());
      expect((await reader.send(to, { formKey: readersKey })).status).toBe(403);
    },
  );

  test("has a policy that lets nothing in from elsewhere, and no style in its text", async () => {
    const jar = await signedIn();
    const [one, two] = [await jar.open("/"), await jar.open("/")];
    const policy = one.headers.get("content-security-policy")!;
    for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|https?:/);
    expect(policy).not.toBe(two.headers.get("content-security-policy"));
    expect(one.headers.get("cache-control")).toBe("private, no-store");
    const text = await one.text();
    expect(text).not.toMatch(/ style=| on\w+=/);
    for (const [, asset] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      const answer = await nobody().open(asset!);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
    }
  });

  test("that the navigation leads to is there", () => {
    for (const { path } of places)
      expect(
        pages.some((one) => one.path === path && one.method === "get"),
        path,
      ).toBe(true);
  });

  test("that is not there says so to browsers, and to programs as ever", async () => {
    const page = await nobody().open("/nowhere");
    expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    const problem = await api.fetch("/nowhere");
    expect(problem.headers.get("content-type")).toBe("application/problem+json");
  });
});
