import { expect, test } from "vitest";
import { bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../../test/support/messages.ts";
import type { Message } from "../../../core/notice.ts";
import { MAX_CHARACTERS, slackBody, slackPart } from "./content.ts";
import { mrkdwn } from "./mrkdwn.ts";

const at = STARTED_AT;
const bodyOf = (message: Message, plain: boolean) => slackBody(message, { plain, at }, {});

/** A message with this many items, and characters that JSON escapes. */
const quoted = (count: number, signs: string) => {
  const names = Array.from({ length: count }, (_, n) => `Creator ${String(n).padStart(4, "0")}`);
  const message = messageOf(...names.map((name) => bareNotice(`${name} ${signs}`)));
  return { names, message };
};

test("an ampersand in a URL is escaped as Slack expects", () => {
  expect(mrkdwn.link("Watch", "https://example.com/?a=1&b=2&c")).toBe("<https://example.com/?a=1&amp;b=2&amp;c|Watch>");
});

test("text that is long as JSON is shortened until the whole fits", () => {
  const long = '"'.repeat(5000);
  const notice = {
    ...fullNotice,
    title: long,
    body: [long],
    fields: Array.from({ length: 10 }, () => ({ label: long, value: [long] })),
    links: Array.from({ length: 5 }, (_, n) => ({ label: long, url: `https://example.com/${n}?${"a".repeat(500)}` })),
    footer: long,
  };
  for (const plain of [false, true]) {
    const body = bodyOf(messageOf(notice), plain);
    expect(body.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    expect(body).toContain('\\"');
  }
  expect(MAX_CHARACTERS).toBeLessThan(12_000);
});

test.each([false, true])(
  "all items that are said to fit do fit, however long they are as JSON (plain: %s)",
  (plain) => {
    for (const signs of ["", '"'.repeat(30), "\\".repeat(60)]) {
      const { names, message } = quoted(1500, signs);
      const displayed = slackPart(message, { plain, at });
      expect(displayed.length).toBeGreaterThan(20);
      expect(displayed.length).toBeLessThan(1500);
      const body = bodyOf({ ...message, items: displayed }, plain);
      expect(names.filter((name) => body.includes(name))).toHaveLength(displayed.length);
      expect(body.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    }
  },
);

test.each([false, true])("a message leaves space for text that an edit adds (plain: %s)", (plain) => {
  const { names, message } = quoted(1500, "");
  const displayed = slackPart(message, { plain, at });
  // The headline has the name of the first.
  const longer = { ...displayed[5]!, notice: bareNotice(`${names[5]!} ${"x".repeat(250)}`) };
  // A request also contains its channel and delivery.
  const body = slackBody({ ...message, items: displayed.with(5, longer) }, { plain, at }, { base: "b".repeat(780) });
  expect(names.filter((name) => body.includes(name))).toHaveLength(displayed.length);
});
