import { chatOf, reasonWords } from "../../messages/page/words.ts";
import type { Tested } from "../shape.ts";
import { t } from "../../../ui/words/text.ts";

/** What a test message to a kind of channel came to, in a sentence in the reader's language. */
export function testWords({ ok, detail }: Pick<Tested, "ok" | "detail">, kind: string): string {
  const chat = chatOf(kind);
  return ok ? t("A test message arrived in {chat}.", { chat }) : `${reasonWords(detail, chat).said}.`;
}
