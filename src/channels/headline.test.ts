import { expect, test } from "vitest";
import { liveNotice, messageOf } from "../../test/support/messages.ts";
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
