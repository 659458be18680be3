/** Joins texts by newlines without duplicates; code blocks become plain lines. */
export function lines(texts: string[]): string {
  const stored = texts.map(unfenced).filter((text) => text !== "");
  return stored.filter((text, place) => stored.indexOf(text) === place).join("\n");
}

/** Returns a text without the fences of its code blocks. */
const unfenced = (text: string): string => text.replace(/\n?```\n?/g, "\n").trim();
