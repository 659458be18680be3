/** Texts one below the other, each once, code blocks as the lines that they show. */
export function lines(texts: string[]): string {
  const stored = texts.map(unfenced).filter((text) => text !== "");
  return stored.filter((text, place) => stored.indexOf(text) === place).join("\n");
}

/** A code block as the lines that it shows. */
const unfenced = (text: string): string => text.replace(/\n?```\n?/g, "\n").trim();
