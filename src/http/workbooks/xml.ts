/** A tag of an XML document, or the text between two tags. Names have no prefix. */
export type XmlPart = { tag: string; opens: boolean; closes: boolean; attributes: string } | { text: string };

const NAME = /(?:[\w.-]{1,100}:)?([\w.-]{1,100})/y;

/** Thrown for what no spreadsheet writes: a document type, whose entities could grow without limit, or an open tag. */
export class XmlFault extends Error {}

/** Thrown for more work than a document may make. */
export class TooMuchWork extends Error {}

/** The work that documents may make together: tags, texts, attributes and references, which are read one by one. */
export class Work {
  #left: number;
  constructor(most: number) {
    this.#left = most;
  }

  /** Throws `TooMuchWork` for more than is left. */
  spend(amount: number): void {
    this.#left -= amount;
    if (this.#left < 0) throw new TooMuchWork();
  }
}

/**
 * Reads an XML document part by part. Each character is visited once, whatever the document is: what is not a tag or
 * text is skipped, and nothing is nested. Throws `XmlFault` and `TooMuchWork`.
 */
export function* xmlParts(document: string, work: Work): Generator<XmlPart> {
  for (let at = 0; at < document.length;) {
    work.spend(1);
    if (document[at] !== "<") {
      const next = document.indexOf("<", at);
      const end = next === -1 ? document.length : next;
      yield { text: decoded(document.slice(at, end), work) };
      at = end;
    } else if (document.startsWith("<!--", at)) at = after(document, "-->", at);
    else if (document.startsWith("<![CDATA[", at)) {
      const end = after(document, "]]>", at);
      yield { text: document.slice(at + 9, end - 3) };
      at = end;
    } else if (document.startsWith("<?", at)) at = after(document, "?>", at);
    else if (document.startsWith("<!", at)) throw new XmlFault("a document type");
    else {
      const end = endOfTag(document, at);
      yield tagOf(document.slice(at + 1, end));
      at = end + 1;
    }
  }
}

/** Where the text after `mark` begins. */
function after(document: string, mark: string, from: number): number {
  const at = document.indexOf(mark, from);
  if (at === -1) throw new XmlFault("an open end");
  return at + mark.length;
}

/** Where the `>` of a tag is; one in an attribute's value is none. */
function endOfTag(document: string, from: number): number {
  const marks = /["'<>]/g;
  marks.lastIndex = from + 1;
  for (let mark = marks.exec(document); mark !== null; mark = marks.exec(document)) {
    if (mark[0] === ">") return mark.index;
    if (mark[0] === "<") throw new XmlFault("a tag in a tag");
    marks.lastIndex = after(document, mark[0], mark.index + 1);
  }
  throw new XmlFault("an open tag");
}

function tagOf(inner: string): XmlPart {
  const opens = inner[0] !== "/";
  NAME.lastIndex = opens ? 0 : 1;
  const tag = NAME.exec(inner)?.[1] ?? "";
  return {
    tag,
    opens,
    closes: !opens || inner.endsWith("/"),
    attributes: tag === "" ? "" : inner.slice(NAME.lastIndex),
  };
}

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** The attributes of a tag by their local names. Reads each character once. */
export function attributesIn(attributes: string, work: Work): ReadonlyMap<string, string> {
  if (attributes === "" || attributes === "/") return NO_ATTRIBUTES;
  const found = new Map<string, string>();
  for (let at = 0; at < attributes.length;) {
    const equals = attributes.indexOf("=", at);
    const opening = equals === -1 ? -1 : firstQuote(attributes, equals + 1);
    const closing = opening === -1 ? -1 : attributes.indexOf(attributes[opening]!, opening + 1);
    if (closing === -1) break;
    work.spend(1);
    const called = attributes.slice(Math.max(at, equals - 100), equals).trim();
    found.set(called.slice(called.lastIndexOf(":") + 1), decoded(attributes.slice(opening + 1, closing), work));
    at = closing + 1;
  }
  return found;
}

/** Where the next quote is, with nothing but blanks before; -1 for none. */
function firstQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length && (text[at] === " " || text[at] === "\n" || text[at] === "\t" || text[at] === "\r")) at++;
  return text[at] === '"' || text[at] === "'" ? at : -1;
}

/** The work of a reference, in tags. */
export const REFERENCE = 10;

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The longest reference: `&#x10FFFF;`. */
const LONGEST = 10;

/** Text with its references resolved; unknown ones stay as they are. */
function decoded(text: string, work: Work): string {
  let [plain, from] = ["", 0];
  for (let at = text.indexOf("&"); at !== -1; at = text.indexOf("&", at + 1)) {
    work.spend(REFERENCE);
    const [whole, decimal, hex, name] =
      /^&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|([a-z]{2,4}));/.exec(text.slice(at, at + LONGEST)) ?? [];
    if (whole === undefined) continue;
    const value = name === undefined ? characterOf(Number(decimal ?? `0x${hex!}`)) : (NAMED[name] ?? whole);
    plain += text.slice(from, at) + value;
    from = at + whole.length;
  }
  return from === 0 ? text : plain + text.slice(from);
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : "");
