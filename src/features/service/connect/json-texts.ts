import { parseLossless, type Json } from "../../../core/json.ts";
import { withDecoded } from "../../../engine/upstream/answer.ts";
import { leavesOf } from "./leaves.ts";

/** The most texts that an operation decodes, and how deep they may be nested in each other. */
const MOST = 10;
const DEEPEST = 3;

const holdsJson = (text: string): boolean => {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    parseLossless(text);
    return true;
  } catch {
    return false;
  }
};

/** Answers in which texts that hold JSON are decoded, and the pointers to these texts, in the order of decoding. */
export function jsonTextsIn(answers: Json[]): { answers: Json[]; decode: string[] } {
  let found = { answers, decode: [] as string[] };
  for (let depth = 0; depth < DEEPEST; depth++) {
    const pointers = new Set(
      found.answers.flatMap((answer) =>
        leavesOf(answer, undefined).flatMap(({ pointer, value }) =>
          typeof value === "string" && holdsJson(value) ? pointer : [],
        ),
      ),
    );
    const next = [...pointers].slice(0, MOST - found.decode.length);
    const decoded = found.answers.map((answer) => withDecoded(answer, next));
    if (next.length === 0 || decoded.some((one) => !one.ok)) break;
    found = {
      answers: decoded.map((one, at) => (one.ok ? one.value : found.answers[at]!)),
      decode: [...found.decode, ...next],
    };
  }
  return found;
}

/** Those of the decoded texts that a definition points into. */
export function usedOf(
  decode: string[],
  definition: { rows?: string | undefined; verdict?: string; fields?: Record<string, string> },
): string[] {
  const { rows, verdict, fields = {} } = definition;
  const pointers = [rows ?? verdict, ...Object.values(fields)];
  return decode.filter((one) => pointers.some((pointer) => pointer === one || pointer?.startsWith(`${one}/`) === true));
}
