import type { Conclusion, Looks } from "../../service/connect/conclude.ts";
import { isProven } from "../../service/connect/reading.ts";
import type { Trial } from "../../service/connect/trial.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";

/** Explains answers that do not prove who is live, and what to do. */
function looksWords(looks: Looks, live: string, off: string, hide: (text: string) => string): string {
  const again = t("Try again when they are, or enter another creator.");
  switch (looks.kind) {
    case "swapped":
      return t(
        "The answers look swapped: {live} looks offline, and {off} looks live. Swap the two, or check who is live right now.",
        { live, off },
      );
    case "on":
      return `${t("Both answers look live. Is {off} really offline?", { off })} ${again}`;
    case "off":
      return `${t("Both answers look offline. Is {live} live right now?", { live })} ${again}`;
    case "nobody":
      return t("The service doesn't know {who}. It says: “{words}”. Check the spelling.", {
        who: looks.of === 0 ? live : off,
        words: displayedName(hide(looks.words)),
      });
    case "same":
      return `${t("Both answers are the same. Is {live} live right now, and {off} offline?", { live, off })} ${again}`;
    case "different":
      return t(
        "The two answers differ, but nothing in them clearly means live. Is {live} live right now, and {off} offline? If so, click the value that shows it.",
        { live, off },
      );
  }
}

/** Says why the answers do not prove who is live, and what to do; null if they do. */
export function whyNot({ proof, verdict, reading, looks }: Conclusion, names: [string, string], hide: Trial["hide"]) {
  const [live, off] = names;
  if (proof !== null && isProven(proof)) return null;
  if (verdict === null || looks.kind === "swapped" || looks.kind === "nobody")
    return looksWords(looks, live, off, hide);
  if (reading === null || proof === null)
    return t("This value is different in every broadcast, so it can't show who is live. Choose another.");
  if (proof[0] !== "on") return t("With this value, {live} would not be live. Choose another.", { live });
  return proof[1] === "on"
    ? t("With this value, {off} would be live too. Choose another.", { off })
    : t(
        "With this value, no one would ever be offline: the answer for {off} has no value that means offline. Choose another.",
        { off },
      );
}
