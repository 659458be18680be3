import { raw } from "hono/html";
import { escapeToBuffer } from "hono/utils/html";

interface OptionsProps {
  /** Each choice's value with its words. */
  of: Iterable<readonly [value: string, words: string]>;
  chosen: string | null;
}

/** What may be chosen, as text at once: there may be hundreds, and an element each costs ten times as much. */
export function Options({ of, chosen }: OptionsProps) {
  const text: [string] = [""];
  for (const [value, words] of of) {
    text[0] += '<option value="';
    escapeToBuffer(value, text);
    text[0] += value === chosen ? '" selected="">' : '">';
    escapeToBuffer(words, text);
    text[0] += "</option>";
  }
  return raw(text[0]);
}
