import { expect, test } from "vitest";
import { bareNotice, fullNotice, messageOf, STARTED_AT } from "../../../../test/support/messages.ts";
import type { Message } from "../../../core/notice.ts";
import { MAX_CHARACTERS, slackBody, slackPart } from "./content.ts";
import { mrkdwn } from "./mrkdwn.ts";

const at = STARTED_AT;
const bodyOf = (message: Message, plain: boolean) => slackBody(message, { plain, at }, {});

/** So many lines, of signs that JSON writes as two. */
const quoted = (count: number, signs: string) => {
  const names = Array.from({ length: count }, (_, n) => `Creator ${String(n).padStart(4, "0")}`);
  const message = messageOf(...names.map((name) => bareNotice(`${name} ${signs}`)));
  return { names, message };
};

test("an ampersand in an address is written as Slack reads it", () => {
  expect(mrkdwn.link("Watch", "https://example.com/?a=1&b=2&c")).toBe("<https://example.com/?a=1&amp;b=2&amp;c|Watch>");
});

test("what is long as JSON gives way until the whole is below the limit", () => {
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
  "those that one message is said to name it names, however long JSON makes them (plain: %s)",
  (plain) => {
    for (const signs of ["", '"'.repeat(30), "\\".repeat(60)]) {
      const { names, message } = quoted(1500, signs);
      const shown = slackPart(message, { plain, at });
      expect(shown.length).toBeGreaterThan(20);
      expect(shown.length).toBeLessThan(1500);
      const body = bodyOf({ ...message, items: shown }, plain);
      expect(names.filter((name) => body.includes(name))).toHaveLength(shown.length);
      expect(body.length).toBeLessThanOrEqual(MAX_CHARACTERS);
    }
  },
);

test("a message leaves room for the words that an edit brings", () => {
  const { names, message } = quoted(1500, "");
  const shown = slackPart(message, { plain: false, at });
  // The headline names the first alone.
  const longer = { ...shown[5]!, notice: bareNotice(`${names[5]!} ${"x".repeat(250)}`) };
  // Beside the message a request says its channel and its delivery.
  const body = slackBody({ ...message, items: shown.with(5, longer) }, { plain: false, at }, { base: "b".repeat(780) });
  expect(names.filter((name) => body.includes(name))).toHaveLength(shown.length);
});
