import { expect, test } from "vitest";
import { mentioned } from "./mentions.ts";

test("each mention appears once, at most forty, roles first", () => {
  const users = Array.from({ length: 60 }, (_, n) => ({ kind: "user" as const, id: String(n % 30) }));
  const roles = Array.from({ length: 30 }, (_, n) => ({ kind: "role" as const, id: String(n) }));
  const { text, allowed } = mentioned([...users, ...roles, { kind: "here" }, { kind: "user", id: "@everyone" }]);
  expect([allowed.users.length, allowed.roles.length, new Set(allowed.users).size]).toEqual([10, 30, 10]);
  expect(text.split(" ")).toHaveLength(41);
  expect(text).not.toContain("@everyone");
});
