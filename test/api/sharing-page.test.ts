import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let me: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await api.clear();
  me = await context(api);
});

const shared = (list = "") =>
  me.send("/sharing", [
    ["/name", "Client"],
    ["/watchlistId", list],
  ]);

const HTML = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" } as Record<string, string>;
const valueOf = (text: string, id: string) =>
  new RegExp(`id="${id}"[^>]*value="([^"]*)"`).exec(text)![1]!.replaceAll(/&(?:lt|gt|quot|amp);/g, (one) => HTML[one]!);

test("new links show the badge itself, and what to paste for it; each field can be selected and copied", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Music" });
  await api.call("POST", "/v1/targets", { kind: "live", name: "Other", params: { userId: "7011" } });
  const { body: maria } = await api.call("POST", "/v1/targets", {
    kind: "live",
    name: 'Maria](x) "<b>',
    params: { userId: "7012" },
    watchlistId: list.id,
  });
  const { status, text } = await shared(list.id as string);
  expect(status).toBe(200);
  const [, picture] = /<img src="data:image\/svg\+xml,([^"]+)" alt="Example of the badge"/.exec(text)!;
  expect(decodeURIComponent(picture!)).toContain("live");
  const path = `/badge/${maria.id}.svg${new URL(valueOf(text, "door-0")).search}`;
  const badge = await api.fetch(path, {}, null);
  expect([badge.status, badge.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  const markdown = /^\[!\[Live status\]\((\S+)\)\]\((\S+)\)$/.exec(valueOf(text, "badge-markdown"))!;
  const html = /^<a href="(\S+)"><img src="(\S+)" alt="Live status"><\/a>$/.exec(valueOf(text, "badge-html"))!;
  expect([markdown[1], markdown[2]]).toEqual([html[2], html[1]]);
  expect(markdown[1]!.endsWith(path)).toBe(true);
  expect((await api.fetch(new URL(markdown[2]!).pathname + new URL(markdown[2]!).search, {}, null)).status).toBe(200);
  expect([...text.matchAll(/<input[^>]* readonly[^>]*data-copy/g)].length).toBe(6);
});

test("without a creator there is no badge yet", async () => {
  const { text } = await shared();
  expect(text).not.toContain("/badge/");
  expect(text).toContain("Once there is a creator");
});
