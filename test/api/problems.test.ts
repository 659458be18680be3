import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "../../src/edges/http/problem.ts";
import { problemTypes, sortOf, typeOf, type ProblemSort } from "../../src/edges/http/problem-types.ts";
import { runApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runApi();
});
afterAll(() => api.stop());

const sorts = Object.keys(problemTypes) as ProblemSort[];

test.each(sorts)("the type of %s leads to a page that says what it means and what to do", async (sort) => {
  const { type, title, status, detail } = (await new Problem(sort, "This one.").response().json()) as never as Record<
    string,
    string
  >;
  expect({ type, title, status, detail }).toEqual({
    type: `/problems/${sort}`,
    title: problemTypes[sort].title,
    status: problemTypes[sort].status,
    detail: "This one.",
  });
  const page = await api.fetch(type!, {}, null);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
  const text = (await page.text()).replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  for (const words of [title!, problemTypes[sort].meaning, problemTypes[sort].advice]) expect(text).toContain(words);
});

test("a status has one sort that stands for it, and a sort that nobody knows no page", async () => {
  for (const sort of sorts)
    expect(problemTypes[sortOf(problemTypes[sort].status)].status).toBe(problemTypes[sort].status);
  for (const path of ["/problems/nope", "/problems/constructor", "/problems"]) {
    const answer = await api.call("GET", path);
    expect([path, answer.status, answer.body.type]).toEqual([path, 404, typeOf("not-found")]);
  }
});

test("problems of one status are told apart by their type", async () => {
  const used = await api.call("DELETE", "/v1/watchlists/wl_default");
  expect(used.body.type).toBe(typeOf("conflict"));
  const { body: list } = await api.call("POST", "/v1/watchlists", { name: "used" });
  expect((await api.call("POST", "/v1/watchlists", { name: "used" })).body.type).toBe(typeOf("conflict"));
  await api.call("POST", "/v1/targets", { kind: "live", name: "a", params: { userId: "1" }, watchlistId: list.id });
  expect((await api.call("DELETE", `/v1/watchlists/${list.id}`)).body.type).toBe(typeOf("in-use"));
  const post = (body: object) =>
    api.fetch("/v1/watchlists", {
      method: "POST",
      headers: { "idempotency-key": "one", "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await post({ name: "one" });
  expect(await (await post({ name: "two" })).json()).toMatchObject({ type: typeOf("key-reused"), status: 422 });
  expect((await api.call("POST", "/v1/watchlists", {})).body.type).toBe(typeOf("invalid"));
  expect((await api.call("GET", "/v1/targets?cursor=nonsense")).body.type).toBe(typeOf("query"));
});
