import type { AnyNode, CallExpression } from "acorn";
import { parsed, walk, type Module } from "./used.ts";

/** Properties of elements and components that readers see or hear. */
const DISPLAYED = /^(title|label|hint|placeholder|alt|busy|none|text|words|headline|aria-label|data-busy|data-ask)$/;

const LETTERS = /\p{L}{2}/u;

/** Names that stay as they are in every language. */
const NAMES = new Set(["Tallylight", "CSV", "JSON", "YAML", "API", "UTC", "Slack", "Discord", "Cloudflare", "GitHub"]);

const isText = (text: string): boolean => LETTERS.test(text) && !NAMES.has(text.trim());

const textOf = (node: AnyNode): string[] => {
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  if (node.type === "TemplateLiteral") return node.quasis.map((one) => one.value.cooked ?? "");
  if (node.type === "ConditionalExpression") return [...textOf(node.consequent), ...textOf(node.alternate)];
  if (node.type === "LogicalExpression") return [...textOf(node.left), ...textOf(node.right)];
  if (node.type === "BinaryExpression" && node.operator === "+")
    return [...textOf(node.left as AnyNode), ...textOf(node.right)];
  return [];
};

function displayedBy({ arguments: [, properties, ...children] }: CallExpression): string[] {
  const inside = children.flatMap((child) => textOf(child as AnyNode));
  if (properties?.type !== "ObjectExpression") return inside;
  const named = properties.properties.flatMap((one) => {
    if (one.type !== "Property") return [];
    const name = one.key.type === "Identifier" ? one.key.name : one.key.type === "Literal" ? String(one.key.value) : "";
    return DISPLAYED.test(name) ? textOf(one.value as AnyNode) : [];
  });
  return [...named, ...inside];
}

/** Texts of a module's elements that no function of `words/text.ts` translates. */
export function unwrappedIn(module: Module): string[] {
  const found: string[] = [];
  walk(parsed(module), (node) => {
    if (node.type === "CallExpression" && node.callee.type === "Identifier" && node.callee.name === "h")
      found.push(...displayedBy(node).filter(isText));
  });
  return found;
}
