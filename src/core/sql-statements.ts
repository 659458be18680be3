/** A token of SQL: a comment, a quoted text or name, a semicolon, a word, space, or any other character. */
const TOKEN =
  /--[^\n]*|\/\*[^]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$)|\[[^\]]*(?:\]|$)|;|[\w$\u0080-\uffff]+|\s+|[^]/gy;

const isBlank = (token: string): boolean => /^(?:\s|--|\/\*)/.test(token);

/** Words before TRIGGER in a statement that creates one. */
const BEFORE_TRIGGER: ReadonlySet<string> = new Set(["CREATE", "TEMP", "TEMPORARY"]);

/**
 * Splits SQL into its statements, without what surrounds them. A statement ends at a semicolon; one that creates a
 * trigger ends at `; END ;`, as in SQLite's own rule for complete statements. Pure.
 */
export function sqlStatements(sql: string): string[] {
  const statements: string[] = [];
  let text = "";
  /** The tokens of the statement that matter, in capitals: its head while it may create a trigger, then its end. */
  let head: string[] = [];
  let last: string[] = [];
  for (const [token] of sql.matchAll(TOKEN)) {
    if (isBlank(token)) {
      if (text !== "") text += token;
      continue;
    }
    const word = token.toUpperCase();
    const ends = word === ";" && (!createsTrigger(head) || (last[0] === ";" && last[1] === "END"));
    if (ends) {
      if (text !== "") statements.push(text.trimEnd());
      [text, head, last] = ["", [], []];
      continue;
    }
    text += token;
    if (head.length < 3) head.push(word);
    last = [...last.slice(-1), word];
  }
  if (text !== "") statements.push(text.trimEnd());
  return statements;
}

function createsTrigger(head: string[]): boolean {
  const at = head.indexOf("TRIGGER");
  return head[0] === "CREATE" && at > 0 && head.slice(0, at).every((word) => BEFORE_TRIGGER.has(word));
}
