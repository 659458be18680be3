/** Texts one below the other, each once, code blocks as the lines that they show. */
export function lines(texts: string[]): string {
  const kept = texts.map(unfenced).filter((text) => text !== "");
  return kept.filter((text, place) => kept.indexOf(text) === place).join("\n");
}

/** A code block as the lines that it shows. */
const unfenced = (text: string): string => text.replace(/\n?```\n?/g, "\n").trim();
