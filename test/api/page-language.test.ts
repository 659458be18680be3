import { afterAll, beforeAll, expect, test } from "vitest";
import type { Env } from "../../src/wiring/compose-environment.ts";
import { HOST, Jar, keyIn, OWN } from "../support/jar.ts";
import { TOKEN } from "../support/setting.ts";
import { deployedFiles } from "../support/deployed-files.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

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
      ? Response.json({ Language: "Sprache", "Language set to {language}": "Sprache ist jetzt {language}" })
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
    for (const text of ['<h2 id="language">Sprache</h2>', "<span>Sprache ist jetzt Deutsch</span>"])
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
