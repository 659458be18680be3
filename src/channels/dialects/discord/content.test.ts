import { expect, test } from "vitest";
import { fullNotice } from "../../../../test/support/messages.ts";
import { buttonsOf, embedsOf } from "./content.ts";
import { mentioned } from "./mentions.ts";

test("each mention appears once, at most forty, roles first", () => {
  const users = Array.from({ length: 60 }, (_, n) => ({ kind: "user" as const, id: String(n % 30) }));
  const roles = Array.from({ length: 30 }, (_, n) => ({ kind: "role" as const, id: String(n) }));
  const { text, allowed } = mentioned([...users, ...roles, { kind: "here" }, { kind: "user", id: "@everyone" }]);
  expect([allowed.users.length, allowed.roles.length, new Set(allowed.users).size]).toEqual([10, 30, 10]);
  expect(text.split(" ")).toHaveLength(41);
  expect(text).not.toContain("@everyone");
});

/** Characters that count towards Discord's limit of 6000 per message. */
const counted = ({ title = "", description = "", fields = [], footer }: ReturnType<typeof embedsOf>[number]) =>
  [title, description, footer?.text ?? "", ...fields.flatMap(({ name, value }) => [name, value])].join("").length;

const notice = (fields: number, each: number, text: number) => ({
  ...fullNotice,
  subject: "s".repeat(250),
  body: ["x".repeat(text)],
  footer: "f".repeat(290),
  fields: Array.from({ length: fields }, (_, n) => ({ label: `Field ${n}`, value: ["v".repeat(each)] })),
});

test("fields are dropped if an embed would exceed the limits", () => {
  for (const [fields, each, text] of [
    [25, 1000, 0],
    [25, 200, 4000],
    [25, 1, 4000],
    [3, 1000, 4000],
  ] as const) {
    const [embed] = embedsOf(notice(fields, each, text));
    expect(counted(embed!)).toBeLessThanOrEqual(6000);
    expect(embed!.description?.length ?? 0).toBe(text);
  }
  const [whole] = embedsOf(notice(25, 10, 100));
  expect(whole!.fields).toHaveLength(25);
  // As many fields as fit.
  const [full] = embedsOf(notice(25, 200, 4000));
  expect(counted(full!)).toBeGreaterThan(6000 - 210);
});

test("buttons lead to safe addresses of at most 512 characters, five of them", () => {
  const urlOf = (length: number) => `https://example.com/${"x".repeat(length - "https://example.com/".length)}`;
  const displayed = (...urls: string[]) =>
    buttonsOf({ ...fullNotice, links: urls.map((url, n) => ({ label: `Link ${n}`, url })) })
      .flatMap(({ components }) => components)
      .map(({ label }) => label);
  expect(displayed("javascript:alert(1)", urlOf(512), urlOf(513), "https://example.com/")).toEqual([
    "Link 1",
    "Link 3",
  ]);
  expect(displayed("javascript:alert(1)")).toEqual([]);
  expect(displayed(...Array.from({ length: 7 }, () => "https://example.com/"))).toHaveLength(5);
});
