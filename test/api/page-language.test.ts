import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { serve, type TestServer } from "../support/http-server.ts";
import { HOST, Jar, keyIn, OWN } from "../support/jar.ts";
import { TOKEN } from "../support/setting.ts";
import { deployedFiles } from "../support/deployed-files.ts";
import { fieldsIn } from "./connecting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

describe("page language", () => {
  let api: RunningApi;
  beforeAll(async () => {
    api = await runSqliteApi();
    env = { ...api.env, ASSETS: files };
  });
  afterAll(() => api.stop());

  /** A deployment whose only German texts are these. */
  const files: Env["ASSETS"] = {
    fetch: async (requested) =>
      new URL(requested instanceof Request ? requested.url : requested).pathname.endsWith("/texts-de.json")
        ? Response.json({
            "Language of these pages": "Sprache dieser Seiten",
            "Language set to {language}": "Sprache ist jetzt {language}",
          })
        : deployedFiles.fetch(requested),
  };

  let env: Env;
  const send = (request: Request): Promise<Response> => api.send(request, env);

  async function signedIn(token: string): Promise<Jar> {
    const jar = new Jar(send);
    expect((await jar.send("/sign-in", { token, stay: "true" }, OWN)).status).toBe(303);
    return jar;
  }

  /** What the card sends, and the text and the language of the page it leads to. */
  async function choose(jar: Jar, language: string) {
    const formKey = keyIn(await (await jar.open("/settings")).text());
    const { status, headers } = await jar.send("/settings/language", { formKey, language });
    if (status !== 303) return { status, text: "", chosen: undefined };
    const text = await (await jar.open(headers.get("location") ?? "")).text();
    return { status, text, chosen: jar.kept.get("__Host-language") };
  }

  const chosenIn = (text: string): string | undefined =>
    /<option value="([^"]*)" selected="">/.exec(
      /<select[^>]* id="own-language".*?<\/select>/s.exec(text)?.[0] ?? "",
    )?.[1];

  test("every reader chooses the language of this browser, or leaves it to the browser", async () => {
    const { body } = await api.call("POST", "/v1/tokens", { name: "Viewer", scopes: ["read"] });
    for (const token of [TOKEN, body.token as string]) {
      const jar = await signedIn(token);
      const before = await (await jar.open("/settings")).text();
      expect(before).toContain('<html lang="en"');
      for (const name of ["Same as my browser", "English", "Deutsch", "日本語"])
        expect(before).toContain(`>${name}</option>`);
      expect(chosenIn(before)).toBe("");
      const german = await choose(jar, "de");
      expect([german.status, german.chosen, chosenIn(german.text)]).toEqual([303, "de", "de"]);
      expect(german.text).toContain('<html lang="de"');
      for (const text of ["Sprache dieser Seiten", "<span>Sprache ist jetzt Deutsch</span>"])
        expect(german.text).toContain(text);
      const own = await choose(jar, "");
      expect([own.status, own.chosen, chosenIn(own.text)]).toEqual([303, undefined, ""]);
      expect(own.text).toContain("The language is that of your browser");
    }
  });

  test("a choice is nobody else's, is not recorded, and must be one of the languages", async () => {
    const entries = async () => (await api.call("GET", "/v1/audit")).body.items.length as number;
    const [jar, other] = [await signedIn(TOKEN), await signedIn(TOKEN)];
    const before = await entries();
    expect((await choose(jar, "xx")).status).toBe(422);
    expect(jar.kept.has("__Host-language")).toBe(false);
    await choose(jar, "vi");
    expect(await (await other.open("/settings")).text()).toContain('<html lang="en"');
    expect(await entries()).toBe(before);
    const foreign = await send(new Request(`${HOST}/settings/language`, { method: "POST", body: "language=de" }));
    expect([foreign.status, foreign.headers.getSetCookie()]).toEqual([403, []]);
  });
});

describe("names only", () => {
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
});
