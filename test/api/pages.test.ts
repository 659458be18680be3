import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pages } from "../../src/wiring/pages/pages.ts";
import { places } from "../../src/ui/nav.ts";
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
    expect(cookie).toMatch(/^__Host-session-8787-[0-9a-z]{8}=[0-9a-z]{52}; /);
    for (const part of ["Max-Age=2592000", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"])
      expect(cookie).toContain(part);
    expect(cookie).not.toContain(adminToken);
    const stored = await jar.open("/sign-in?kept=1&next=%2Fsettings");
    expect(stored.headers.get("location")).toBe("/settings");
    const page = await jar.open("/settings");
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Sign out")]);
  });

  test("without the switch it ends with the browser", async () => {
    const response = await nobody().send("/sign-in", { token: adminToken });
    expect(response.headers.getSetCookie()[0]).not.toMatch(/max-age/i);
  });

  test("a browser that keeps no cookie is told so", async () => {
    expect(await (await nobody().open("/sign-in?kept=1&next=%2F")).text()).toContain(
      "didn&#39;t store the sign-in cookie",
    );
  });

  test("an unknown token is refused and not shown again", async () => {
    const response = await nobody().send("/sign-in", { token: "tly_not-the-right-one" });
    const text = await response.text();
    expect([response.status, text]).toEqual([401, expect.stringContaining("This token isn&#39;t valid")]);
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
    expect((await jar.open("/settings")).status).toBe(401);
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

describe("every page", () => {
  const forms = pages.filter(({ method, scope }) => method === "post" && scope !== "public");
  /** What somebody without a session may open. A link in emails has tests of its own. */
  const open = ["/sign-in", "/shared", "/unsubscribe/{link}"];
  const displayed = pages.filter(({ method, path }) => method === "get" && !open.includes(path));
  const pathOf = (path: string) => path.replaceAll(/\{\w+\}/g, "some_id");

  test("each has an address of its own: of two the second would never answer", () => {
    const addresses = pages.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    expect(addresses.filter((one, place) => addresses.indexOf(one) !== place)).toEqual([]);
  });

  test.each(displayed)("$path asks who it is, and tells nothing", async ({ path }) => {
    const response = await nobody().open(pathOf(path));
    expect(response.status).toBe(401);
    const text = await response.text();
    expect(text).toContain("Your token");
    expect(text).not.toContain('aria-label="Pages"');
  });

  test.each(forms)(
    "$path takes no form from elsewhere, from nobody, or without its session's key",
    async ({ path, scope }) => {
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
      const { id, token } = await newToken("read");
      const reader = await signedIn(token);
      const readersKey = keyIn(await (await reader.open("/settings")).text());
      expect((await reader.send(to, { formKey: readersKey })).status).toBe(scope === "read" ? 303 : 403);
      await api.call("DELETE", `/v1/tokens/${id}`);
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
