import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";
import { parse, type AnyNode, type Function, type FunctionDeclaration } from "acorn";
import { bisector } from "d3-array";

/** A script and its source map. */
export interface Script {
  code: string;
  map: string;
}

type AnyFunction = FunctionDeclaration | Function;

/** A part of a text, or a text to insert. */
type Piece = [from: number, to: number] | string;

/** A text composed of pieces of another. */
interface Moved {
  text: string;
  /** The new position of a character of the other text. */
  placeOf: (at: number) => number;
}

const byFrom = bisector(({ from }: { from: number }) => from);

/** Puts the pieces of a text into a new order. Each of its characters must be in one of them. */
function movedTo(original: string, pieces: Piece[]): Moved {
  const runs: { from: number; at: number }[] = [];
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else {
      const [from, to] = piece;
      if (from < to) runs.push({ from, at: text.length });
      text += original.slice(from, to);
    }
  }
  runs.sort((a, b) => a.from - b.from);
  return {
    text,
    placeOf(place) {
      const { from, at } = runs[byFrom.right(runs, place) - 1]!;
      return at + place - from;
    },
  };
}

/**
 * Rewrites a script so that functions from matching source files, such as "src/wiring/sweep.ts", are compiled when it
 * loads and not on their first call. V8 does that in half the time, and loading has a larger time limit than a tick. It
 * applies to functions in parentheses (v8.dev/blog/preparser, "possibly-invoked function expressions"). Declarations
 * are turned into such functions at the top, because any evaluated code may call them.
 */
export function compiledFirst({ code, map }: Script, files: RegExp): Script {
  const read = JSON.parse(map) as { sources: (string | null)[]; mappings: string };
  const placed = placedIn(code, decode(read.mappings));
  const isOfFiles = ({ body }: AnyFunction): boolean => {
    const [, source] = placed[byPlace.right(placed, body.start) - 1]?.segment ?? [];
    return source !== undefined && files.test((read.sources[source] ?? "").replace(/^(\.\.\/)+/, ""));
  };
  const program = parse(code, { ecmaVersion: "latest", sourceType: "module" });
  const outside = new Set<unknown>(program.body);
  const declared: FunctionDeclaration[] = [];
  const marks: [at: number, mark: string][] = [];
  for (const one of functionsIn(program)) {
    if (!isOfFiles(one)) continue;
    if (one.type !== "FunctionDeclaration") marks.push([one.start, "("], [one.end, ")"]);
    else if (outside.has(one)) declared.push(one as FunctionDeclaration);
  }
  marks.sort(([a], [b]) => a - b);
  const moved = movedTo(code, reordered(code.length, declared, marks));
  const segments = placed.map(({ at, segment }) => ({ at: moved.placeOf(at), segment }));
  return { code: moved.text, map: JSON.stringify({ ...read, mappings: encode(linesOf(moved.text, segments)) }) };
}

/** All functions of a script except methods, which cannot be put into parentheses. */
function* functionsIn(node: AnyNode): Generator<AnyFunction> {
  for (const [key, inner] of Object.entries(node)) {
    for (const one of Array.isArray(inner) ? inner : [inner]) {
      if (typeof (one as AnyNode | null)?.type !== "string") continue;
      const isMethod = key === "value" && (node.type === "MethodDefinition" || isMethodOfObject(node));
      if (/Function/.test(one.type) && !isMethod) yield one as AnyFunction;
      yield* functionsIn(one as AnyNode);
    }
  }
}

const isMethodOfObject = (node: AnyNode): boolean => node.type === "Property" && (node.method || node.kind !== "init");

/** The script in its new order: declared functions as values, then everything else. */
function reordered(length: number, declared: FunctionDeclaration[], marks: [at: number, mark: string][]): Piece[] {
  const copied = (from: number, to: number): Piece[] => {
    const pieces: Piece[] = [];
    let at = from;
    for (const [place, mark] of marks.filter(([place]) => place > from && place <= to)) {
      pieces.push([at, place], mark);
      at = place;
    }
    return [...pieces, [at, to]];
  };
  const values = declared.flatMap(({ start, end, id }): Piece[] => [
    "var ",
    [id.start, id.end],
    "=(",
    [start, id.start],
    ...copied(id.end, end),
    ");",
  ]);
  const rest: Piece[] = [];
  let at = 0;
  for (const { start, end } of declared) {
    rest.push(...copied(at, start));
    at = end;
  }
  return [...values, ...rest, ...copied(at, length)];
}

interface Placed {
  at: number;
  segment: SourceMapSegment;
}

/** The segments of a source map with their offsets in the text, in order. */
function placedIn(code: string, mappings: SourceMapSegment[][]): Placed[] {
  const starts = startsOf(code);
  return mappings.flatMap((segments, line) => segments.map((segment) => ({ at: starts[line]! + segment[0], segment })));
}

const byPlace = bisector(({ at }: Placed) => at);

/** Converts segments with offsets back to a source map's lines. */
function linesOf(text: string, placed: Placed[]): SourceMapSegment[][] {
  const starts = startsOf(text);
  const lines: SourceMapSegment[][] = starts.map(() => []);
  let line = 0;
  for (const { at, segment } of placed.toSorted((a, b) => a.at - b.at)) {
    while (at >= (starts[line + 1] ?? Infinity)) line++;
    lines[line]!.push([at - starts[line]!, ...segment.slice(1)] as unknown as SourceMapSegment);
  }
  return lines;
}

const startsOf = (text: string): number[] => [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
