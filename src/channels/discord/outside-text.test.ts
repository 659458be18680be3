import { expect, test } from "vitest";
import { nobody, sent } from "../../../test/support/fake-discord.ts";
import { bodyOf } from "../limits.ts";
import { bareNotice, fullNotice, HOSTILE, messageOf } from "../../../test/support/messages.ts";
import type { Mention } from "../../core/notice.ts";

test("a hostile name cannot mention, link or format", () => {
  const zero = "\u200b";
  const { content } = bodyOf(sent({ ...messageOf(bareNotice(HOSTILE)), mentions: [{ kind: "here" }] }));
  expect(content).toBe(
    `\\*bold\\* \\_x\\_ \\\`code\\\` \\<!channel\\> \\<@${zero}123\\> \\<http:${zero}//evil.com\\|click\\> ` +
      `@${zero}everyone \\[a\\](https:${zero}//e.com) maria\\_b @here`,
  );
});

test("a hostile name cannot escape the label of its link", () => {
  const line = [{ link: "a](https://evil.com) [b", url: "https://x.com/(a)?b=)" }];
  const [embed] = bodyOf(sent(messageOf({ ...fullNotice, line }, fullNotice)))["embeds"] as { description: string }[];
  expect(embed!.description.split("\n")[0]).toBe("• [a)(https:\u200b//evil.com) (b](https://x.com/%28a%29?b=%29)");
});

test.each<[string, string]>([
  ["# big", "\\# big"],
  ["-# small", "\\-# small"],
  ["> quote", "\\> quote"],
  ["- list", "\\- list"],
  ["1. list", "1\\. list"],
  [":smile:", "\\:smile:"],
  ["12:30", "12:30"],
  ["discord.gg/evil", "discord.gg\u200b/evil"],
  ["<t:1:R>", "\\<t\\:1:R\\>"],
])("the body %j", (body, description) => {
  const [embed] = bodyOf(sent(messageOf({ ...bareNotice("News"), body: [`a\n${body}`] })))["embeds"] as object[];
  expect(embed).toMatchObject({ description: `a\n${description}` });
});

test.each<[Mention[], string, object]>([
  [[{ kind: "here" }], "News @here", { parse: ["everyone"], roles: [], users: [] }],
  [[{ kind: "everyone" }, { kind: "here" }], "News @everyone", { parse: ["everyone"], roles: [], users: [] }],
  [
    [
      { kind: "role", id: "12" },
      { kind: "role", id: "12" },
    ],
    "News <@&12>",
    { parse: [], roles: ["12"], users: [] },
  ],
  [[{ kind: "user", id: "34" }], "News <@34>", { parse: [], roles: [], users: ["34"] }],
  [
    [
      { kind: "subteam", id: "S1" },
      { kind: "user", id: "U1" },
    ],
    "News",
    nobody,
  ],
])("%j", (mentions, content, allowed) => {
  expect(bodyOf(sent({ ...messageOf(bareNotice("News")), mentions }))).toMatchObject({
    content,
    allowed_mentions: allowed,
  });
});
