import { expect, test } from "vitest";
import { emptyReport, weekReport } from "../../../test/support/emails.ts";
import { plainMarkdown } from "../dialects/discord/content.ts";
import { plainReport } from "./plain.ts";

test("has the figures, then tables as lists", () => {
  const lines = plainReport(weekReport, plainMarkdown, 4000).split("\n");
  expect(lines.slice(0, 9)).toEqual([
    "Creators of the house, weekly",
    "Kenji Plays climbed from #12 to #3 in Daily; Chef Lucia was on air 72% less than the week before.",
    "Mon, 9 Nov 2026, 09:00 – Mon, 16 Nov 2026, 09:00 (Europe/Berlin)",
    "Airtime: 52 h 10 m (+12 % vs. the week before)",
    "Lives: 38 (17 creators)",
    "Best rank: #3 (Kenji Plays, Saturday)",
    "Price changes: 6",
    "Products: No price changed.",
    "",
  ]);
  expect(lines).toContain("• Bigfoot Fitness: 12 h 30 m (+20 %)");
  expect(lines).toContain("• Kenji Plays: #3 (▲ 9 places)");
  expect(lines).toContain("+12 more");
  expect(lines).toContain("Watched for 6 of 7 days: the service did not answer on Thursday.");
});

test("with less space, lists are shorter and figures stay", () => {
  const text = plainReport(weekReport, plainMarkdown, 750);
  expect(text.length).toBeLessThanOrEqual(750);
  expect(text).toContain("Price changes: 6");
  expect(text).toContain("• Bigfoot Fitness: 12 h 30 m (+20 %)\n• Maria: 9 h 05 m (−8 %)\n• Old School");
  expect(text).toContain("+14 more");
  expect(plainReport(weekReport, plainMarkdown, 360)).toMatch(/Price changes: 6/);
});

test("an empty digest still has its title", () => {
  expect(plainReport(emptyReport, plainMarkdown, 100)).toBe("Quiet week");
  expect(plainReport({ ...emptyReport, title: " " }, plainMarkdown, 100)).toBe("Digest");
});
