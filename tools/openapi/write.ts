import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LANGUAGES } from "../../src/core/language.ts";
import { textsFile } from "../../src/ui/language.ts";
import { OUTLINES_FILE } from "../../src/pictures/outlines.ts";
import { documentedRoutes } from "./documented-routes.ts";
import { openApiDocument } from "./document.ts";
import { pageFiles } from "./page-files.ts";
import { problemsPage } from "./problems.ts";
import { thirdParty } from "./third-party.ts";
import type { Displayed } from "./page/document.ts";
import { pageText } from "./page/page.ts";
import { createHash } from "node:crypto";
import type * as z from "zod";
import { eventTypes } from "../../src/kinds/events.ts";
import { withGenerated, wrapped } from "./made.ts";
import type { VariableDocs } from "../../src/wiring/variable.ts";
import { variables } from "../../src/wiring/variables.ts";
import { docsOf, hostSchema } from "../../host/runtime/variables.ts";
import { resources } from "../../src/resources/registry.ts";
import { placeholderWords } from "../../src/core/template.ts";
import { PLACEHOLDERS } from "../../src/channels/template/values.ts";

const inCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

/** Table rows of an event type's data. Fields are also placeholders of templates. */
const fieldRows = (shape: Record<string, z.ZodType>): string[] =>
  Object.entries(shape).map(([name, field]) => `| \`${name}\` | ${inCell(field.meta()?.description ?? "")} |`);

const section = (type: string): string[] => {
  const { about, fields } = eventTypes[type]!;
  return [
    "",
    `## \`${type}\``,
    "",
    ...wrapped(about),
    "",
    "| field | meaning |",
    "|---|---|",
    ...fieldRows(fields().shape as Record<string, z.ZodType>),
  ];
};

/** The page of event types, with a section for each: when it happens and the fields of its data. */
function withEventTypes(page: string): string {
  const lines = Object.keys(eventTypes).flatMap(section);
  return withGenerated(page, "the tables of event types", lines.slice(1));
}

/** The default of a variable, and its value in the demo. */
function defaultOf({ otherwise, demo }: Partial<VariableDocs>, value: unknown): string {
  if (otherwise !== undefined) return otherwise;
  const own = value === undefined ? "none" : `\`${String(value)}\``;
  return demo === undefined ? own : `${own}, in the demo ${demo === "{own}" ? "its own" : demoText(demo)}`;
}

const demoText = (demo: string): string => (demo.startsWith("{") ? "the inbox" : `\`${demo}\``);

const row = (name: string, reported: Partial<VariableDocs>, value: unknown): string =>
  `| \`${name}\` | ${defaultOf(reported, value)} | ${reported.description} |`;

const HEAD = ["| variable | default | meaning |", "|---|---|---|"];

/** The configuration page, with tables of all declared variables. */
function withVariables(page: string): string {
  const ofHost = Object.entries<z.ZodType>(hostSchema.shape).map(([name, schema]) =>
    row(name, docsOf(schema), schema.safeParse(undefined).data),
  );
  const ours = Object.entries(variables).map(([name, { said, without }]) => row(name, said, without?.value));
  const own = withGenerated(page, "host/runtime/variables.ts", [...HEAD, ...ofHost]);
  return withGenerated(own, "src/wiring/variables.ts", [...HEAD, ...ours]);
}

const ROW = /^\| `([\w-]+)` \| [\d,]+ \|(.*)\|$/gm;
const TABLE = /(## Quotas\n[^#]*?\|---\|---\|---\|\n)((?:\|.*\n)*)/;

/** The page of limits with the quotas of all resources. Notes on the page are kept. */
const withQuotas = (page: string): string =>
  page.replace(TABLE, (_, head: string, rows: string) => {
    const notes = new Map([...rows.matchAll(ROW)].map(([, name, note]) => [name, note]));
    const now = resources.map(
      ({ name, quota: { count } }) => `| \`${name}\` | ${count.toLocaleString("en")} |${notes.get(name) ?? " "}|\n`,
    );
    return head + now.join("");
  });

/** The page about messages, with the placeholders that all event types have. */
function withPlaceholders(page: string): string {
  return withGenerated(page, "src/core/template.ts", rowsOf(placeholderWords));
}

/** The page about custom webhooks, with their placeholders. */
const withMessagePlaceholders = (page: string): string =>
  withGenerated(page, "src/channels/template/values.ts", rowsOf(PLACEHOLDERS));

const rowsOf = (words: Record<string, string>): string[] => [
  "| placeholder | meaning |",
  "|---|---|",
  ...Object.entries(words).map(([name, meaning]) => `| \`{{${name}}}\` | ${meaning} |`),
];

const root = join(import.meta.dirname, "../..");

/** Paths of what is made from the code, in a folder that git ignores. The first five are served by the Worker. */
const built = {
  served: join(root, "build/served/openapi.json"),
  page: join(root, "build/served/api.html"),
  style: join(root, "build/served/assets/page.css"),
  script: join(root, "build/served/assets/page.js"),
  thirdParty: join(root, "build/served/assets/third-party.txt"),
  names: join(root, "build/asset-names.ts"),
  docs: join(root, "build/docs-files.ts"),
};

/** Paths of all generated files. The others are in git, because people read them. */
export const places = {
  ...built,
  document: join(root, "docs/openapi.json"),
  problems: join(root, "docs/reference/problems.md"),
  configuration: join(root, "docs/reference/configuration.md"),
  messages: join(root, "docs/reference/messages.md"),
  customWebhook: join(root, "docs/how-to/custom-webhook.md"),
  events: join(root, "docs/reference/events.md"),
  limits: join(root, "docs/reference/limits.md"),
  client: join(root, "packages/client/src/api.ts"),
};

/** The text of each file. */
export async function createdFromRoutes(): Promise<Record<keyof Omit<typeof places, "client">, string>> {
  const created = openApiDocument(documentedRoutes);
  const document = `${JSON.stringify(created, null, 2)}\n`;
  const page = await pageText(created as unknown as Displayed);
  return {
    document,
    served: document,
    page,
    docs: docsFiles(document, page),
    ...pageFiles(),
    thirdParty: await thirdParty(),
    problems: problemsPage(),
    configuration: withVariables(readFileSync(places.configuration, "utf8")),
    messages: withPlaceholders(readFileSync(places.messages, "utf8")),
    customWebhook: withMessagePlaceholders(readFileSync(places.customWebhook, "utf8")),
    limits: withQuotas(readFileSync(places.limits, "utf8")),
    events: withEventTypes(readFileSync(places.events, "utf8")),
  };
}

/** Writes the client's types for this document. They are meant for users of the API. */
export function writeClient(document: string, client: string): void {
  const found = createRequire(join(root, "packages/client/package.json")).resolve("openapi-typescript/package.json");
  const args = [join(found, "../bin/cli.js"), document, "--output", client];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`openapi-typescript failed: ${stderr}`);
}

/** Writes everything generated from the code that is in git. */
export async function writeAll(): Promise<void> {
  const created = await createdFromRoutes();
  for (const name of Object.keys(created) as (keyof typeof created)[]) write(places[name], created[name]);
  copyServed();
}

/** Writes what is made from the code and not in git. */
export async function writeBuilt(): Promise<void> {
  const created = await createdFromRoutes();
  for (const name of Object.keys(built) as (keyof typeof built)[]) write(places[name], created[name]);
  copyServed();
}

/** The texts of pages and the letters of pictures are served too. */
function copyServed(): void {
  for (const language of LANGUAGES.filter((one) => one !== "en"))
    copyFileSync(join(root, "src/languages", language, "pages.json"), join(root, "build/served", textsFile(language)));
  copyFileSync(join(root, "src/pictures/outlines.bin"), join(root, "build/served", OUTLINES_FILE));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const hashOf = (text: string, encoding: "hex" | "base64"): string => createHash("sha256").update(text).digest(encoding);

/** The hash of the page's inline element for its policy (CSP 3, 2.3.1). Throws unless there is exactly one. */
function inlineHash(page: string, tag: "style" | "script"): string {
  const [found, ...rest] = page.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"));
  if (found === undefined || rest.length > 0) throw new Error(`the page of the API must have one <${tag}>`);
  return `sha256-${hashOf(found[1]!, "base64")}`;
}

/** The module with the entity tags of the API's document and page, and the hashes of what the page may run. */
const docsFiles = (document: string, page: string): string => `// Made from the code.

/** The entity tag of the OpenAPI document. */
export const DOCUMENT_TAG = '"${hashOf(document, "hex").slice(0, 16)}"';

/** The entity tag of its page. */
export const PAGE_TAG = '"${hashOf(page, "hex").slice(0, 16)}"';

/** The page's own style and script, as its policy names them. */
export const PAGE_STYLE = "${inlineHash(page, "style")}";
export const PAGE_SCRIPT = "${inlineHash(page, "script")}";
`;
