import { pollNow, type PollingPorts } from "../../../engine/upstream/poll-now.ts";
import type { Target } from "../resource/form.ts";
import { granted } from "../../../http/problem.ts";
import { faultWords } from "./words.ts";
import type { PageContext } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { marked, t } from "../../../ui/words/text.ts";

const SAW: Record<string, string> = {
  on: marked("{name} is live."),
  off: marked("{name} is offline."),
  paused: marked("{name} is live, with the stream paused."),
};

/** Checks a target now and describes the result in a sentence. */
export async function checkedNow(one: Target, { ports }: PageContext<PollingPorts>): Promise<string> {
  const seen = granted(await pollNow(one, ports.polling));
  const name = displayedName(one.name);
  if (seen.fault !== null) return t("We still can't check {name}: {reason}.", { name, reason: faultWords(seen.fault) });
  const saw = "verdict" in seen ? SAW[String(seen.verdict)] : undefined;
  return saw === undefined ? t("{name} was checked.", { name }) : t(saw, { name });
}
