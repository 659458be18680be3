import { scalarIn } from "../../core/json.ts";
import { displayedLine } from "../../channels/phrases.ts";
import type { Target } from "../creators/resource/form.ts";
import type { Answer, Answering } from "./answers.ts";
import type { ChatDeps } from "./deps.ts";

/** Names that one answer offers. */
const MAX_OFFERED = 10;

/** A creator as answers name them. */
export const nameOf = ({ name }: { name: string }): string => displayedLine(name) || "–";

/** The handle or id of a creator, to tell two of one name apart. */
export function calledOf({ params }: Pick<Target, "params">): string {
  const { handle, userId, roomId } = params as Record<string, string | undefined>;
  return handle === undefined ? (userId ?? roomId ?? "") : `@${handle}`;
}

/** The one creator that a text means, or the answer that says why there is none. */
export async function creatorIn(
  text: string,
  watchlistId: string | null,
  say: Answering,
  deps: Pick<ChatDeps, "named">,
): Promise<{ one: Target } | { answer: Answer }> {
  const { words, refused } = say;
  const { targets, near } = await deps.named(text, watchlistId, MAX_OFFERED + 1);
  const wanted = text.replace(/^@/, "").toLowerCase();
  const ids = (one: Target) => Object.values(one.params).map((value) => scalarIn(value).toLowerCase());
  const exact = targets.filter((one) => one.id === text || ids(one).includes(wanted));
  const sameName = targets.filter(({ name }) => name.trim().toLowerCase() === wanted);
  const best = exact.length > 0 ? exact : sameName.length > 0 ? sameName : targets;
  if (best.length === 1) return { one: best[0]! };
  if (best.length === 0) {
    const meant = near.length === 0 ? [] : [words.didYouMean(near.map((name) => displayedLine(name)).join(", "))];
    return { answer: refused(words.nobodyFound(displayedLine(text)), meant) };
  }
  const offered = best.slice(0, MAX_OFFERED).flatMap((one) => ["\n", { strong: nameOf(one) }, ` · ${calledOf(one)}`]);
  return { answer: refused(words.several(best.length), [words.sayWhich, ...offered]) };
}
