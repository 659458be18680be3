import { describe, expect, test } from "vitest";
import { pausedFor, withPause, type Pauses, type RoutedRequest } from "./pauses.ts";

const NOW = 1_800_000_000_000;
const at = (route: RoutedRequest["route"], thread = ""): RoutedRequest => ({ route, thread });

const paused = (pauses: Pauses, request: RoutedRequest, now = NOW) => pausedFor(pauses, [request], now);

describe("a pause applies to", () => {
  test("requests of its route until it ends", () => {
    const pauses = withPause(null, at("edit"), "route", NOW + 9, NOW);
    expect(paused(pauses, at("edit"))).toBe(NOW + 9);
    expect(paused(pauses, at("edit"), NOW + 8)).toBe(NOW + 9);
    expect(paused(pauses, at("edit"), NOW + 9)).toBeNull();
    for (const route of ["post", "editOld", "remove", "lookup"] as const) expect(paused(pauses, at(route))).toBeNull();
    expect(pausedFor(null, [at("edit")], NOW)).toBeNull();
  });

  test("its thread alone, however many are limited", () => {
    const one = withPause(null, at("post", "1"), "thread", NOW + 9, NOW);
    const two = withPause(one, at("post", "2"), "thread", NOW + 5, NOW);
    expect([paused(two, at("post", "1")), paused(two, at("post", "2"))]).toEqual([NOW + 9, NOW + 5]);
    expect([paused(two, at("post", "3")), paused(two, at("edit", "1")), paused(two, at("post"))]).toEqual([
      null,
      null,
      null,
    ]);
  });

  test("all threads of a route once a second one is refused", () => {
    const one = withPause(null, at("post", "1"), "route", NOW + 9, NOW);
    expect(paused(one, at("post", "2"))).toBeNull();
    // The same thread again says nothing about others, nor does a pause that is over, or of another route.
    expect(paused(withPause(one, at("post", "1"), "route", NOW + 12, NOW), at("post", "2"))).toBeNull();
    expect(paused(withPause(one, at("post", "2"), "route", NOW + 30, NOW + 9), at("post", "3"), NOW + 9)).toBeNull();
    expect(paused(withPause(one, at("edit", "2"), "route", NOW + 9, NOW), at("edit", "3"))).toBeNull();
    const two = withPause(one, at("post", "2"), "route", NOW + 5, NOW);
    expect(paused(two, at("post", "3"))).toBe(NOW + 5);
    expect(paused(two, at("post", "1"))).toBe(NOW + 9);
  });
});

test("the longest pause of several requests counts, and a shorter one does not end it", () => {
  const pauses = withPause({ edit: NOW + 9 }, at("editOld"), "route", NOW + 20, NOW);
  expect(pausedFor(pauses, [at("edit", "7"), at("editOld")], NOW)).toBe(NOW + 20);
  expect(withPause(pauses, at("edit"), "route", NOW + 3, NOW)).toMatchObject({ edit: NOW + 9 });
});

test("pauses that are over are forgotten, and too many threads become one pause", () => {
  expect(withPause({ edit: NOW, "post/1": NOW - 1 }, at("post"), "route", NOW + 1, NOW)).toEqual({ post: NOW + 1 });
  let pauses: Pauses | null = null;
  for (let n = 0; n < 105; n++) pauses = withPause(pauses, at("post", String(n)), "thread", NOW + 9, NOW);
  expect(paused(pauses!, at("post", "new"))).toBe(NOW + 9);
  expect(Object.keys(pauses!).length).toBeLessThan(110);
});
