import { raw } from "hono/html";
import { escapeToBuffer } from "hono/utils/html";

interface OptionsProps {
  /** The value and the words of each choice. */
  of: Iterable<readonly [value: string, words: string]>;
  chosen: string | null;
}

/** Renders the choices as one string: there can be hundreds, and elements cost ten times as much. */
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
