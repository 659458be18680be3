import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { documentedRoutes } from "./documented-routes.ts";
import { openApiDocument } from "./document.ts";
import { pageFiles } from "./page-files.ts";
import { docsFiles } from "./docs-files.ts";
import { problemsPage } from "./problems.ts";
import { withEventTypes } from "./event-types.ts";
import { withMessagePlaceholders, withPlaceholders } from "./placeholders.ts";
import { withQuotas } from "./quotas.ts";
import { thirdParty } from "./third-party.ts";
import { withVariables } from "./variables.ts";
import type { Shown } from "./page/document.ts";
import { pageText } from "./page/page.ts";

const root = join(import.meta.dirname, "../..");

/** Paths of the generated files. The first five are deployed with the Worker, which serves them. */
export const places = {
  document: join(root, "docs/openapi.json"),
  page: join(root, "docs/api.html"),
  style: join(root, "docs/assets/page.css"),
  script: join(root, "docs/assets/page.js"),
  thirdParty: join(root, "docs/assets/third-party.txt"),
  names: join(root, "src/edges/pages/asset-names.ts"),
  docs: join(root, "src/edges/http/docs-files.ts"),
  problems: join(root, "docs/reference/problems.md"),
  configuration: join(root, "docs/reference/configuration.md"),
  messages: join(root, "docs/reference/messages.md"),
  customWebhook: join(root, "docs/how-to/custom-webhook.md"),
  events: join(root, "docs/reference/events.md"),
  limits: join(root, "docs/reference/limits.md"),
  client: join(root, "packages/client/src/api.ts"),
};

/** The text of each file. */
export async function madeFromRoutes(): Promise<Record<keyof Omit<typeof places, "client">, string>> {
  const created = openApiDocument(documentedRoutes);
  const document = `${JSON.stringify(created, null, 2)}\n`;
  const page = await pageText(created as unknown as Shown);
  return {
    document,
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

/** Writes everything generated from the code. */
export async function writeAll(): Promise<void> {
  const created = await madeFromRoutes();
  for (const name of Object.keys(created) as (keyof typeof created)[]) writeFileSync(places[name], created[name]);
  writeClient(places.document, places.client);
}
