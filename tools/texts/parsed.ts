import { parse, type AnyNode, type Program } from "acorn";
import { transformSync } from "esbuild";

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
