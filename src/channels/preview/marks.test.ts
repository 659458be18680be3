import { expect, test } from "vitest";
import { mrkdwn } from "../dialects/slack/mrkdwn.ts";
import { markdown } from "../dialects/discord/content.ts";
import { HOSTILE } from "../../../test/support/messages.ts";
import { discordMarks } from "../dialects/discord/preview.ts";
import { slackMarks } from "../dialects/slack/preview.ts";
import { wordsOf, type Mark } from "./marks.ts";

const words = (marks: Mark[]) => wordsOf(marks, ({ at }) => `[${at}]`);
const unseen = (text: string) => text.replaceAll("\u200b", "");

test.each([
  ["**Maria** is live", [{ as: "strong", inside: ["Maria"] }, " is live"]],
  [
    "[Maria \\*](https://x.test/a) · *quiet*",
    [{ as: "link", inside: ["Maria *"] }, " · ", { as: "quiet", inside: ["quiet"] }],
  ],
  [
    "Started <t:1767614400:R> <@&123456> @here",
    [
      "Started ",
      { at: 1767614400000, relative: true },
      " ",
      { as: "ping", inside: ["@role …3456"] },
      " ",
      { as: "ping", inside: ["@here"] },
    ],
  ],
  ["```\na  b\n```", [{ as: "fixed", inside: ["a  b"] }]],
  ["**never ended", ["**never ended"]],
])("Discord: %s", (text, marks) => {
  expect(discordMarks(text)).toEqual(marks);
});

test.each([
  [
    "*<https://x.test|Maria>* &lt;b&gt; a_b_c",
    [{ as: "strong", inside: [{ as: "link", inside: ["Maria"] }] }, " <b> a_b_c"],
  ],
  [
    "<!here> <!subteam^S0123456> <@U1234567>",
    [
      { as: "ping", inside: ["@here"] },
      " ",
      { as: "ping", inside: ["@group …3456"] },
      " ",
      { as: "ping", inside: ["@user …4567"] },
    ],
  ],
  [
    "<!date^1767614400^{time}|12:00 UTC> _quiet_",
    [{ at: 1767614400000, relative: false }, " ", { as: "quiet", inside: ["quiet"] }],
  ],
  ["<javascript:alert(1)|x>", ["<javascript:alert(1)|x>"]],
])("Slack: %s", (text, marks) => {
  expect(slackMarks(text)).toEqual(marks);
});

test("escaped text reads as it was and mentions nobody", () => {
  expect(unseen(words(discordMarks(markdown.text(HOSTILE))))).toBe(HOSTILE);
  expect(JSON.stringify(discordMarks(markdown.text(HOSTILE)))).not.toContain('"as"');
  expect(JSON.stringify(slackMarks(mrkdwn.text(HOSTILE)))).not.toContain('"as"');
});

test("unclosed marks stay text, and no more is read than a message can have", () => {
  for (const sign of ["[", "<", "**", "_"])
    expect(words(discordMarks(sign.repeat(6000)))).toBe(sign.repeat(6000).slice(0, 5000));
});
