import type { Horizon } from "../../../core/knowledge.ts";
import { refusalOf } from "../../../kinds/operations.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import type { Target } from "../resource/form.ts";
import { Standing } from "../standing.tsx";
import { faultWords } from "./words.ts";
import { inPage, t } from "../../../ui/words/text.ts";

/** The status of a target that never goes live: its summary, or why there is none. */
export function StandingOf({ one, horizon }: { one: Target; horizon: Horizon }) {
  const { enabled, consecutiveFaults, lastOkAt, state } = one;
  const refusal = refusalOf(one, horizon);
  const fault = one.fault ?? refusal;
  const plain = { tone: "plain" as const, at: null, why: null };
  if (!enabled) return <Standing of={{ ...plain, icon: "pause", words: t("Paused") }} />;
  if (consecutiveFaults > 0 || refusal !== null) {
    const why = fault === null ? null : faultWords(fault);
    return <Standing of={{ ...plain, tone: "hand", icon: "hand", words: t("Can't be checked"), at: lastOkAt, why }} />;
  }
  if (state === null) return <Standing of={{ ...plain, icon: "clock", words: t("Not checked yet") }} />;
  const words = targetKinds[one.kind]?.summary?.(state, inPage) ?? "";
  return <Standing of={{ ...plain, icon: "well", words }} />;
}
