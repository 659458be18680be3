import { afterAll, beforeAll, expect, test } from "vitest";
import { problemWords } from "../../tools/openapi/problem-words.ts";
import { Problem, problemTypes, sortOf, problemSorts as sorts, typeOf } from "../../src/http/problem.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

let api: RunningApi;
beforeAll(async () => {
  api = await runSqliteApi();
});
afterAll(() => api.stop());

test.each(sorts)("the type of %s leads to what it means and what to do", async (sort) => {
  const { type, title, status, detail } = (await new Problem(sort, "This one.").response().json()) as never as Record<
    string,
    string
  >;
  expect({ type, title, status, detail }).toEqual({
    type: `/problems/${sort}`,
    ...problemTypes[sort],
    detail: "This one.",
  });
  const led = await api.fetch(type!, {}, null);
  expect([led.status, led.headers.get("location")]).toEqual([302, `/docs#problem-${sort}`]);
  const page = (await (await api.fetch("/docs", {}, null)).text())
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&#39;", "'")
    .replaceAll(/<\/?code>/g, "`");
  const place = page.split(`<h3 id="problem-${sort}">`)[1]!.split("<h3")[0]!;
  for (const words of [title!, ...Object.values(problemWords[sort])]) expect(place).toContain(words);
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
