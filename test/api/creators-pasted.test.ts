import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
const RESOLVING = JSON.stringify({
  "user.resolve": { path: "/who", query: { handle: "{handle}" }, fields: { userId: "/id", handle: "/handle" } },
});

beforeAll(async () => {
  api = await runSqliteApi({ UPSTREAM_OPERATIONS: RESOLVING });
  me = await context(api);
});
beforeEach(() => api.clear());
afterAll(() => api.stop());

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

describe("pasting creators", () => {
  const watched = async () =>
    (await api.call("GET", "/v1/targets")).body.items
      .toSorted(byName)
      .map((one: { name: string; params: object; announceInitial: boolean }) => [
        one.name,
        one.params,
        one.announceInitial,
      ]);

  test("takes handles, links, ids and names, and answers each line", async () => {
    const text =
      "@maria, @kenji\nhttps://www.example.com/@lena\nLena Winter, 7012\n\n7018\nkotatsu_cafe\nno body\n<b>@x</b>";
    const { status, text: page } = await me.send("/creators/add", [
      ["creators", text],
      ["announce", "true"],
    ]);
    expect(status).toBe(200);
    expect(await watched()).toEqual([
      ["7018", { userId: "7018" }, true],
      ["@kenji", { handle: "kenji" }, true],
      ["@kotatsu_cafe", { handle: "kotatsu_cafe" }, true],
      ["@lena", { handle: "lena" }, true],
      ["@maria", { handle: "maria" }, true],
      ["Lena Winter", { userId: "7012" }, true],
    ]);
    expect(page).toContain("6 creators added");
    expect(page.match(/lookup pending/g)).toHaveLength(4);
    expect(/<textarea[^>]*>([^<]*)</.exec(page)![1]!.trim()).toBe("no body\n&lt;b&gt;@x&lt;/b&gt;");
    expect((await me.send("/creators/add", [["creators", "7018\n7018"]])).text.match(/already added/g)).toHaveLength(2);
  });

  test("takes a table, whose wrong rows stay with their header", async () => {
    const text = "Name;User ID;Watchlist\nMaria;7012;Music\nBo;seven;Music";
    const { text: page } = await me.send("/creators/add", [["creators", text]]);
    expect(await watched()).toEqual([["Maria", { userId: "7012" }, false]]);
    expect(page).toContain("Name;User ID;Watchlist\nBo;seven;Music");
    expect(page).toContain("userId must be 1 to 32 digits");
  });

  test.each([
    ["", "Enter at least one"],
    ['name,user id\n"Maria,7012', "quoted cell"],
    [Array.from({ length: 1001 }, (_, n) => `${70_000 + n}`).join("\n"), "More than 1,000"],
  ])("what cannot be read at all is said, and stays typed", async (text, words) => {
    const answer = await me.send("/creators/add", [["creators", text]]);
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)]);
    expect(answer.text).toContain(text.slice(-9).replaceAll('"', "&quot;"));
  });
});
