import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { routes } from "../../src/edges/http/routes/routes.ts";
import { openApiDocument } from "./document.ts";
import { problemsPage } from "./problems.ts";
import type { Shown } from "./page/document.ts";
import { pageText } from "./page/page.ts";

const root = join(import.meta.dirname, "../..");

/** Where the files that are made from the routes belong. */
export const places = {
  /** For people and their tools. */
  document: join(root, "docs/openapi.json"),
  /** What the Worker sends: as text, which costs it nothing to make. */
  served: join(root, "src/edges/http/generated/document.ts"),
  page: join(root, "src/edges/http/generated/page.ts"),
  problems: join(root, "docs/problems.md"),
  client: join(root, "examples/client/api.ts"),
};

/** What the routes make of the document and its page: the text of each file. */
export async function madeFromRoutes(): Promise<Record<"document" | "served" | "page" | "problems", string>> {
  const document = openApiDocument(routes);
  const page = await pageText(document as unknown as Shown);
  return {
    document: `${JSON.stringify(document, null, 2)}\n`,
    served: moduleOf("document", JSON.stringify(document)),
    page: moduleOf("page", page),
    problems: problemsPage(),
  };
}

const moduleOf = (name: string, text: string): string => {
  const quoted = text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n");
  return `// Made by \`npm run openapi\`.\nexport const ${name} = '${quoted}';\n`;
};

/** Writes the client's types of this document; they are for people who call the API. */
export function writeClient(document: string, client: string): void {
  const found = createRequire(join(root, "examples/client/package.json")).resolve("openapi-typescript/package.json");
  const args = [join(found, "../bin/cli.js"), document, "--output", client];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
}

/** Writes everything that is made from the routes. */
export async function writeAll(): Promise<void> {
  const made = await madeFromRoutes();
  mkdirSync(join(places.page, ".."), { recursive: true });
  for (const name of Object.keys(made) as (keyof typeof made)[]) writeFileSync(places[name], made[name]);
  writeClient(places.document, places.client);
}
