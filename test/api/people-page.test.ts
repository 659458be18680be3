import { afterAll, beforeAll, expect, test } from "vitest";
import { Jar } from "../support/jar.ts";
import { TOKEN } from "../support/setting.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

let api: RunningApi;
let owner: Visitor;
beforeAll(async () => {
  api = await runSqliteApi();
  owner = await context(api, TOKEN);
});
afterAll(() => api.stop());

test("an owner invites a client to one list, who sees it and nothing else, and is removed", async () => {
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "Client's list" });
  const sent = await owner.send(
    "/people/invite",
    Object.entries({ "/name": "Alex", "/scopes": "read", "/watchlistIds": list.id }),
  );
  const [, link] = /value="(https?:[^"]+link=tli_[0-9a-z]{52})"/.exec(sent.text)!;
  const people = (await owner.open("/people")).text;
  expect(people).toContain("Alex");
  expect(people).toContain('<span class="soft">Client</span>');
  expect(people).toContain("Not used yet");
  expect(people).not.toContain("tli_");
  const guest = new Jar((request) => api.send(request));
  const accepted = await guest.send("/sign-in/link", { link: new URL(link!).searchParams.get("link")! });
  expect(accepted.status).toBe(200);
  expect(await (await guest.open("/")).text()).toContain("Client&#39;s list");
  expect((await guest.open("/people")).status).toBe(403);
  const { body: tokens } = await api.call("GET", "/v1/tokens");
  await owner.send(`/people/${tokens.items[0].id}/remove`, []);
  expect((await guest.open("/")).status).toBe(401);
});

test("what is wrong stands beside its field, and only owners open the page", async () => {
  const invalid = await owner.send(
    "/people/invite",
    Object.entries({ "/name": "", "/scopes": "read", "/watchlistIds": "" }),
  );
  expect([invalid.status, invalid.text.includes("must not be empty")]).toEqual([422, true]);
  const { body } = await api.call("POST", "/v1/tokens", { name: "Editor", scopes: ["write"] });
  const editor = await context(api, body.token as string);
  expect((await editor.open("/people")).status).toBe(403);
  expect((await editor.open("/settings")).text).not.toContain("Manage people");
  expect((await owner.open("/settings")).text).toContain("Manage people");
});
