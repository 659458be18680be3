import { describe, expect, test } from "vitest";
import type { Operation } from "../../core/operation.ts";
import { isTooLong, requestOf, type PathFault } from "./request.ts";

function requestOrPath(...requested: Parameters<typeof requestOf>) {
  const request = requestOf(...requested);
  if (!request.ok) throw new Error(request.error.message);
  return request.value;
}

const operation: Operation = {
  name: "live.check",
  method: "GET",
  path: "/api/v1//live/check",
  query: { user_id: "{userId}", room_id: "{roomId}" },
  body: {},
  enveloped: true,
  decode: [],
  reading: null,
  listing: null,
  fields: {},
};

test("base and path are joined as text: the doubled slash stays", () => {
  const { url } = requestOrPath("https://api.example/base/", operation, { userId: "7012", roomId: "7100" });
  expect(url).toBe("https://api.example/base/api/v1//live/check?user_id=7012&room_id=7100");
});

test("a query entry without a value is left out", () => {
  expect(requestOrPath("https://api.example", operation, { userId: "7012" }).url).toMatch(/check\?user_id=7012$/);
  const list = { ...operation, query: { region: "{region}" } };
  expect(requestOrPath("https://api.example", list, {}).url).toMatch(/check$/);
});

test("a request that would be about nobody is not made", () => {
  const refused = { name: "userId", message: "has no value, and the service is asked by nothing else" };
  expect(requestOf("https://api.example", operation, { handle: "maria" })).toEqual({ ok: false, error: refused });
  expect(requestOf("https://api.example", { ...operation, path: "/{handle}" }, { roomId: "7" }).ok).toBe(true);
});

test("a path that starts with two slashes does not become a host", () => {
  const { url } = requestOrPath("https://api.example", { ...operation, path: "//evil.example/x" }, { userId: "7" });
  expect(new URL(url).host).toBe("api.example");
});

test("values cannot add parameters or path segments", () => {
  const hostile = { ...operation, path: "/u/{handle}", query: { q: "{handle}" } };
  const url = new URL(requestOrPath("https://api.example", hostile, { handle: "a/../b?x=1&q=2#" }).url);
  expect(url.pathname).toBe("/u/a%2F..%2Fb%3Fx%3D1%26q%3D2%23");
  expect([...url.searchParams]).toEqual([["q", "a/../b?x=1&q=2#"]]);
});

test("a body entry keeps the type of its value, missing ones are left out", () => {
  const post = {
    ...operation,
    method: "POST" as const,
    query: {},
    body: { category_id: "{categoryId}", exclude: "{none}", v: 1 },
  };
  expect(requestOrPath("https://api.example", post, { categoryId: 601 }).body).toBe('{"category_id":601,"v":1}');
});

const faultOf = (path: string, values: Record<string, string>): PathFault | null => {
  const request = requestOf("https://api.example/base", { ...operation, path, query: {} }, values);
  return request.ok ? null : request.error;
};

test.each([".", "..", "%2e", "%2E%2e", ".%2e", "%252e%252E", "%25252e."])("%j leads nowhere in a path", (handle) => {
  expect(faultOf("/u/{handle}/live", { handle })?.name).toBe("handle");
  expect(faultOf("/u/{handle}", { handle })).not.toBeNull();
  expect(faultOf("/u/{handle}?x=1", { handle })).not.toBeNull();
});

test("other dots are allowed in a path", () => {
  for (const handle of ["...", "a.b", "..a", "%2e%2e%2e"]) expect(faultOf("/u/{handle}", { handle })).toBeNull();
  expect(faultOf("/u/@{handle}", { handle: ".." })).toBeNull();
  expect(faultOf("/u/{one}{two}", { one: ".", two: "." })).not.toBeNull();
  expect(faultOf("/u/../{handle}", { handle: "a" })).toBeNull();
});

test("a lone surrogate in a path is a fault, not an exception", () => {
  expect(faultOf("/u/{handle}", { handle: "a\ud800" })).toMatchObject({ name: "handle" });
});

describe("many targets in one call", () => {
  const many = (more: object = {}, separator = ",") => ({
    ...operation,
    path: "/check",
    query: { ids: "{userIds}" },
    body: {},
    many: { most: 50, separator, lists: ["userIds" as const] },
    ...more,
  });
  const ids = { userIds: ["7", "9007199254740993"] };

  test("are joined in a path and a query, and a list in a body", () => {
    expect(requestOf("https://x", many(), ids)).toMatchObject({
      value: { url: "https://x/check?ids=7,9007199254740993" },
    });
    const path = many({ path: "/check/{userIds}/live", query: {} });
    expect(requestOf("https://x", path, ids)).toMatchObject({
      value: { url: "https://x/check/7,9007199254740993/live" },
    });
    const body = many({ method: "POST" as const, query: {}, body: { ids: "{userIds}", text: "of {userIds}" } });
    const posted = requestOf("https://x", body, ids);
    expect(posted.ok && JSON.parse(posted.value.body!)).toEqual({ ids: ids.userIds, text: "of 7,9007199254740993" });
    expect(requestOf("https://x", many({}, "|"), ids)).toMatchObject({
      value: { url: "https://x/check?ids=7%7C9007199254740993" },
    });
  });

  test("may be one, which is a list of one", () => {
    expect(requestOf("https://x", many(), { userId: "7" })).toMatchObject({ value: { url: "https://x/check?ids=7" } });
    const body = many({ method: "POST" as const, query: {}, body: { ids: "{userIds}" } });
    expect(requestOf("https://x", body, { userId: "7" })).toMatchObject({ value: { body: '{"ids":["7"]}' } });
  });

  test("are never none, which a service may take for everybody", () => {
    for (const values of [{}, { userIds: [] }, { roomId: "7" }])
      expect(requestOf("https://x", many(), values)).toMatchObject({ ok: false, error: { name: "userId" } });
  });

  test("fit into an address that servers take", () => {
    const long = (count: number) => ({ userIds: Array.from({ length: count }, () => "7".repeat(19)) });
    expect([isTooLong(many(), long(200)), isTooLong(many(), long(210))]).toEqual([false, true]);
    expect(isTooLong(many({ method: "POST" as const, query: {}, body: { ids: "{userIds}" } }), long(500))).toBe(false);
  });
});
