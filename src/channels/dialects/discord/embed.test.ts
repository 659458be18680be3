import { expect, test } from "vitest";
import { fullNotice } from "../../../../test/support/messages.ts";
import { embedsOf } from "./embed.ts";

/** Characters that Discord counts against the 6000 of a message. */
const counted = ({ title = "", description = "", fields = [], footer }: ReturnType<typeof embedsOf>[number]) =>
  [title, description, footer?.text ?? "", ...fields.flatMap(({ name, value }) => [name, value])].join("").length;

const notice = (fields: number, each: number, text: number) => ({
  ...fullNotice,
  subject: "s".repeat(250),
  body: ["x".repeat(text)],
  footer: "f".repeat(290),
  fields: Array.from({ length: fields }, (_, n) => ({ label: `Field ${n}`, value: ["v".repeat(each)] })),
});

test("fields give way to the text where an embed would be longer than Discord takes", () => {
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
  // As many as there is room for.
  const [full] = embedsOf(notice(25, 200, 4000));
  expect(counted(full!)).toBeGreaterThan(6000 - 210);
});
