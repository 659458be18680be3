import { expect, test } from "vitest";
import { fullNotice, messageOf, liveNotice } from "../../test/support/messages.ts";
import { plainMarkdown } from "./dialects/discord/content.ts";
import { plainMessage } from "./plain-message.ts";
import { headline } from "./headline.ts";

const live = (who: string, together = "are live") => {
  const notice = liveNotice(who);
  return { ...notice, among: { ...notice.among!, who, together } };
};

test("a creator whose name shows nothing is a dash among others, and no blank surrounds the sentence", () => {
  expect(headline(messageOf(live("\u200b"), live("Suna")))).toBe("– and Suna are live");
  expect(headline(messageOf(live(" "), live("Suna", ""), live("Kenji")))).toBe("– and Kenji are live · 1 more update");
  expect(headline(messageOf(live("Maria", ""), live("Suna", "")))).toBe("Maria and Suna");
});

const link = (label: string) => ({ label, url: `https://example.com/${label}/${"x".repeat(150)}` });
const message = messageOf({
  ...fullNotice,
  body: ["long ".repeat(200)],
  links: ["a", "b", "c", "d"].map(link),
  fields: [{ label: "Rank", value: ["#4"] }],
  footer: "the end",
});

test.each([200, 450, 700, 1500])("within %i characters, parts without space are left out whole", (room) => {
  const text = plainMessage(message, plainMarkdown, room, "@here");
  expect(text.length).toBeLessThanOrEqual(room);
  const [title, ...lines] = text.split("\n");
  expect(title).toBe("Maria is live @here");
  // A short part after a long one still has its place.
  expect(lines.slice(-2)).toEqual(["Rank: #4", "the end"]);
  const links = lines.filter((line) => line.includes("example.com"));
  expect(links.length < 4).toBe(room < 1000);
  for (const line of links) expect(line).toContain("x".repeat(150));
});
