import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AnyNode, parse, type Program } from "acorn";
import { transformSync } from "esbuild";
import { meaningKey, pluralKey } from "../../src/ui/words/text.ts";

const root = join(import.meta.dirname, "../..");

/** A text of the pages: its key in the catalogues, and where it stands. */
export interface UsedText {
  key: string;
  file: string;
}

/** Functions of `words/text.ts` and `Say` by the number of literals that make up their key. */
const FUNCTIONS: Record<string, { first: number; key: (...texts: string[]) => string; texts: number }> = {
  t: { first: 0, texts: 1, key: (text) => text },
  marked: { first: 0, texts: 1, key: (text) => text },
  plural: { first: 1, texts: 2, key: pluralKey },
  pluralForm: { first: 1, texts: 2, key: pluralKey },
  "say.text": { first: 0, texts: 1, key: (text) => text },
  "say.plural": { first: 1, texts: 2, key: pluralKey },
  meant: { first: 0, texts: 2, key: meaningKey },
};

/** Components of `words/translated.tsx` by the properties that make up their key. */
const COMPONENTS: Record<string, { properties: string[]; key: (...texts: string[]) => string }> = {
  T: { properties: ["of"], key: (text) => text },
  Plural: { properties: ["one", "other"], key: pluralKey },
};

/** The name of a called function: `t`, or `say.text`. */
function calledName(callee: AnyNode): string {
  if (callee.type === "Identifier") return callee.name;
  const isSay =
    callee.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "say";
  return isSay && callee.property.type === "Identifier" ? `say.${callee.property.name}` : "";
}

/** Every literal that a node can be: `a ? "b" : "c"` is both. */
function literals(node: AnyNode | undefined): string[] {
  if (node?.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node?.type === "ConditionalExpression") return [...literals(node.consequent), ...literals(node.alternate)];
  if (node?.type === "LogicalExpression") return [...literals(node.left), ...literals(node.right)];
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return [node.quasis[0]!.value.cooked ?? ""];
  return [];
}

function keysOf(node: AnyNode): string[] {
  if (node.type !== "CallExpression") return [];
  const name = calledName(node.callee);
  const called = FUNCTIONS[name];
  if (called !== undefined) {
    const [first = [], second = [""]] = node.arguments
      .slice(called.first, called.first + called.texts)
      .map((one) => literals(one as AnyNode));
    return called.texts === 1 ? first : first.flatMap((one) => second.map((other) => called.key(one, other)));
  }
  const [component, properties] = node.arguments;
  if (name !== "h" || component?.type !== "Identifier" || properties?.type !== "ObjectExpression") return [];
  const declared = COMPONENTS[component.name];
  if (declared === undefined) return [];
  const values = declared.properties.map((property) => {
    const found = properties.properties.find(
      (one) => one.type === "Property" && one.key.type === "Identifier" && one.key.name === property,
    );
    return found?.type === "Property" ? literals(found.value as AnyNode) : [];
  });
  if (values.length === 1) return values[0]!;
  return values[0]!.flatMap((one) => values[1]!.map((other) => declared.key(one, other)));
}

/** The source of a module in TypeScript. */
export interface Module {
  file: string;
  source: string;
}

/** Parses a module. An element is a call: `h(name, properties, ...children)`. */
export function parsed({ file, source }: Module): Program {
  const loader = file.endsWith(".tsx") ? "tsx" : "ts";
  const { code } = transformSync(source, { loader, jsx: "transform", jsxFactory: "h", jsxFragment: "F" });
  return parse(code, { ecmaVersion: "latest", sourceType: "module" });
}

/** Visits every node of a tree, outer ones first. */
export function walk(node: unknown, visit: (node: AnyNode) => void): void {
  if (Array.isArray(node)) for (const one of node) walk(one, visit);
  if (typeof node !== "object" || node === null || !("type" in node)) return;
  visit(node as AnyNode);
  for (const value of Object.values(node)) walk(value, visit);
}

/** The texts of a module's source that are translated, in their order. */
export function textsIn(module: Module): string[] {
  const found: string[] = [];
  walk(parsed(module), (node) => found.push(...keysOf(node)));
  return found;
}

/** Every text in the source of the pages and of what others say on them, once. */
export function usedTexts(): UsedText[] {
  const files = globSync(["src/{ui,features,wiring/pages}/**/*.{ts,tsx}", "src/kinds/**/*.ts"], { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.endsWith(".test.ts"))
    .toSorted();
  const all = new Map<string, UsedText>();
  for (const file of files)
    for (const key of textsIn({ file, source: readFileSync(join(root, file), "utf8") }))
      if (!all.has(key)) all.set(key, { key, file });
  return [...all.values()];
}
