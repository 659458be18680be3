// A plugin for oxlint: imports between rooms (`rooms.ts`).
import { dirname, join, relative, resolve } from "node:path";
import { isFree, refusal } from "./rooms.ts";

const root = resolve(import.meta.dirname, "..");

interface Node {
  source?: { value?: unknown } | null;
}

interface Context {
  filename: string;
  cwd?: string;
  report(found: { message: string; node: unknown }): void;
}

const imports = {
  create(context: Context) {
    const base = context.cwd ?? root;
    const file = relative(base, context.filename).replaceAll("\\", "/");
    if (isFree(file)) return {};
    const check = (node: Node) => {
      const to = node.source?.value;
      if (typeof to !== "string") return;
      const target = to.startsWith(".")
        ? relative(base, join(dirname(context.filename), to)).replaceAll("\\", "/")
        : to;
      const message = refusal(file, target);
      if (message !== null) context.report({ message, node });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

export default { meta: { name: "rooms" }, rules: { imports } };
