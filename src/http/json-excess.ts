const QUOTE = 34;
const ESCAPE = 92;
const COMMA = 44;

interface Bounds {
  deepest: number;
  mostValues: number;
}

/**
 * Checks a JSON text for excessive depth or number of values by its brackets and commas, before it is parsed; null if
 * neither is exceeded.
 */
export function excessOf(text: string, { deepest, mostValues: maxValues }: Bounds): "depth" | "values" | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) return "depth";
      values += 1;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
    else if (code === COMMA) values += 1;
    if (values > maxValues) return "values";
  }
  return null;
}

/** The end of the string that begins here. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === ESCAPE ? 2 : 1;
  return at;
}
