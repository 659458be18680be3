import type { Child } from "hono/jsx";
import { grouped } from "../../core/numbers-as-text.ts";
import { language, pluralForm, translation } from "./text.ts";

/** An element for a placeholder, or what wraps the text between a pair of tags. */
type Part = Child | ((inside: Child) => Child);

interface TranslatedProps {
  /** The English text: placeholders are `{name}`, and `<name>…</name>` goes around words that an element wraps. */
  of: string;
  [name: string]: Part;
}

const PIECE = /\{([a-zA-Z]+)\}|<([a-zA-Z]+)>(.*?)<\/\2>/gs;

/**
 * A translated sentence with elements in it:
 * `<T of="{who} is live. <all>Show all</all>" who={<Name of={name} />} all={(text) => <a href="/">{text}</a>} />`. A
 * placeholder without a value stays as it is.
 */
export function T({ of, ...parts }: TranslatedProps) {
  return <>{pieces(translation(of), parts)}</>;
}

interface PluralProps extends Omit<TranslatedProps, "of"> {
  /** The count, which also fills `{n}`. */
  n: number;
  one: string;
  other: string;
}

/** The same for a sentence whose form depends on a count: `<Plural n={3} one="<b>{n}</b> list" other="…" b={…} />`. */
export const Plural = ({ n, one, other, ...parts }: PluralProps) => (
  <>{pieces(pluralForm(n, one, other), { ...parts, n })}</>
);

function pieces(text: string, parts: Record<string, Part>): Child[] {
  const all: Child[] = [];
  let from = 0;
  for (const found of text.matchAll(PIECE)) {
    const [whole, placeholder, tag = "", inside = ""] = found;
    all.push(text.slice(from, found.index));
    from = found.index + whole.length;
    const part = parts[placeholder ?? tag];
    if (placeholder === undefined)
      all.push(typeof part === "function" ? part(<>{pieces(inside, parts)}</>) : <>{pieces(inside, parts)}</>);
    else all.push(part === undefined ? whole : displayed(part));
  }
  all.push(text.slice(from));
  return all;
}

const displayed = (part: Part): Child =>
  typeof part === "function" ? part("") : typeof part === "number" ? grouped(language(), part) : part;
