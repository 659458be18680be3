import { Composer, isAlias, isMap, isScalar, isSeq, Parser, type Document, type Node, type Scalar } from "yaml";
import type { Json } from "../../core/json.ts";
import { Problem } from "./problem.ts";

/** YAML that goes deeper, or grows larger by its aliases, is no configuration. */
const DEEPEST = 32;
const MOST_NODES = 1_000_000;

// Equal keys are looked for here: the parser compares each key of a map with every other.
const OPTIONS = { version: "1.2", schema: "core", uniqueKeys: false, stringKeys: true, merge: false } as const;

/** The one document of a YAML 1.2 text (core schema, no tags of one's own), as JSON. Throws the 400 Problem. */
export function parseYaml(text: string): Json {
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const refuse = (offset: number, what: string): never => {
    throw new Problem(400, `The body is not YAML that is taken here: line ${lineAt(offset)}: ${what}.`);
  };
  const deep = tooDeepAt(text);
  if (deep !== null) refuse(deep, "it is nested too deeply");
  try {
    const { contents } = documentOf(text, refuse);
    return contents === null ? null : new Reader(refuse).read(contents, 0).value;
  } catch (thrown) {
    // The composer calls itself for each level: what exhausts the stack by indentation alone ends here.
    if (thrown instanceof RangeError) return refuse(0, "it is nested too deeply");
    throw thrown;
  }
}

/** As many brackets that are open at once, quoted ones included, or lists on one line, are no configuration either. */
const MOST_OPEN = 500;
const OPENERS = new RegExp(`(?:[-?:][ \\t]+){${MOST_OPEN}}`);

/** Where brackets or lists begin to nest beyond any sense, before anybody parses them; null where they do not. */
function tooDeepAt(text: string): number | null {
  let open = 0;
  for (const { 0: bracket, index } of text.matchAll(/[[\]{}]/g)) {
    open = bracket === "[" || bracket === "{" ? open + 1 : Math.max(0, open - 1);
    if (open > MOST_OPEN) return index;
  }
  return OPENERS.exec(text)?.index ?? null;
}

const CORE_TAG = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

type Refuse = (offset: number, what: string) => never;

const firstLine = (message: string): string => message.split("\n")[0]!.slice(0, 200).toWellFormed();

/** Ends at the first fault: a text may have a million. */
function documentOf(text: string, refuse: Refuse): Document.Parsed {
  const composer = new Composer(OPTIONS);
  let first: Error | undefined;
  const onError = (source: number | [number, number] | { offset: number }, _code: string, message: string) => {
    const offset = typeof source === "number" ? source : Array.isArray(source) ? source[0] : source.offset;
    if (first !== undefined) throw first;
    try {
      refuse(offset, firstLine(message));
    } catch (thrown) {
      throw (first = thrown as Error);
    }
  };
  // The composer keeps its faults in a list, and has no option to end at one.
  Object.assign(composer, { onError });
  const documents: Document.Parsed[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === "error") refuse(token.offset, firstLine(token.message));
    for (const document of composer.next(token)) documents.push(document);
    if (documents.length > 0) refuse(token.offset, "there is more than one document");
  }
  for (const document of composer.end(true, text.length)) documents.push(document);
  const [document] = documents;
  const [fault] = [...document!.errors, ...document!.warnings];
  if (fault !== undefined) refuse(fault.pos[0], firstLine(fault.message));
  return document!;
}

interface Read {
  value: Json;
  /** How many values it is made of, those behind aliases counted each time. */
  nodes: number;
}

/** Makes JSON of nodes, in the order of the text: an alias stands for the last anchor of its name before it. */
class Reader {
  readonly #refuse: Refuse;
  readonly #anchors = new Map<string, Read>();
  #nodes = 0;

  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  read(node: Node, depth: number): Read {
    const at = node.range?.[0] ?? 0;
    if (depth > DEEPEST) this.#refuse(at, "it is nested too deeply");
    const before = this.#nodes;
    this.#nodes += 1;
    const known = isAlias(node) ? this.#anchors.get(node.source) : undefined;
    if (isAlias(node)) this.#nodes += known?.nodes ?? this.#refuse(at, `*${node.source} has no anchor before it`);
    if (this.#nodes > MOST_NODES) this.#refuse(at, "there are too many values");
    const value = known?.value ?? this.#value(node, at, depth);
    const read = { value, nodes: this.#nodes - before };
    if (!isAlias(node) && node.anchor !== undefined) this.#anchors.set(node.anchor, read);
    return read;
  }

  #value(node: Node, at: number, depth: number): Json {
    if (!isAlias(node) && node.tag !== undefined && !CORE_TAG.test(node.tag)) this.#refuse(at, "tags are not taken");
    if (isScalar(node)) return this.#scalar(node, at);
    if (isSeq(node)) return node.items.map((item) => this.read(item as Node, depth + 1).value);
    if (!isMap(node)) return this.#refuse(at, "this is neither a value, a list nor a map");
    const entries = new Map<string, Json>();
    for (const { key, value } of node.items) {
      const name = String((key as Scalar).value);
      if (entries.has(name))
        this.#refuse((key as Scalar).range?.[0] ?? at, `the key ${JSON.stringify(name)} is given twice`);
      entries.set(name, value === null ? null : this.read(value as Node, depth + 1).value);
    }
    return Object.fromEntries(entries);
  }

  #scalar({ value }: Scalar, at: number): Json {
    if (typeof value === "number" && !Number.isFinite(value)) this.#refuse(at, "infinities and NaN are not taken");
    return value as Json;
  }
}
