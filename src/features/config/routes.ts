import * as z from "zod";
import type { Applied } from "./shape.ts";
import { applyConfig } from "./document/apply-config.ts";
import type { ConfigDeps } from "./document/deps.ts";
import { DOCUMENT_VERSION, type DocumentList, exportConfig } from "./document/export-config.ts";
import { chunksOf } from "../../core/concurrency.ts";
import type { Json } from "../../core/json.ts";
import { withinLimit } from "../../http/auth.ts";
import { configBody, JSON_TYPE, wantsYaml, YAML_TYPES } from "./config-body.ts";
import { granted, Problem } from "../../http/problem.ts";
import { type Answered, respond, routesOver } from "../../http/route.ts";
import { yamlItem } from "./yaml-text.ts";
import { flagText } from "../../resources/fields.ts";

/** The format of a configuration document. */
interface Layout {
  begin: string;
  /** The start of a list that is not empty; `next` separates its items. */
  list: (name: string) => string;
  next: string;
  item: (thing: object) => string;
  close: string;
  empty: (name: string) => string;
  end: string;
}

/** One item a line, so that documents can be compared by line. */
const JSON_LAYOUT: Layout = {
  begin: `{\n"version": ${DOCUMENT_VERSION}`,
  list: (name) => `,\n"${name}": [\n`,
  next: ",\n",
  item: (thing) => JSON.stringify(thing),
  close: "\n]",
  empty: (name) => `,\n"${name}": []`,
  end: "\n}\n",
};

const YAML_LAYOUT: Layout = {
  begin: `version: ${DOCUMENT_VERSION}`,
  list: (name) => `\n${name}:\n`,
  next: "\n",
  item: yamlItem,
  close: "",
  empty: (name) => `\n${name}: []`,
  end: "\n",
};

/** Yields the text of a document slice by slice. */
async function* textOf(lists: DocumentList[], layout: Layout): AsyncGenerator<string> {
  yield layout.begin;
  for (const [name, slices] of lists) {
    let started = false;
    for await (const things of slices) {
      if (things.length === 0) continue;
      yield (started ? layout.next : layout.list(name)) + things.map(layout.item).join(layout.next);
      started = true;
    }
    const end = started ? layout.close : layout.empty(name);
    if (end !== "") yield end;
  }
  yield layout.end;
}

/** The configuration as a streamed answer. */
function configAnswer(lists: DocumentList[], yaml: boolean): Response {
  const texts = textOf(lists, yaml ? YAML_LAYOUT : JSON_LAYOUT);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await texts.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await texts.return(undefined);
    },
  });
  return new Response(body, { headers: { "content-type": yaml ? YAML_TYPES[0]! : JSON_TYPE } });
}

const route = routesOver<{
  keep: Omit<ConfigDeps, "write" | "by" | "operationsWith" | "contradiction" | "mayDefine">;
  service: Pick<ConfigDeps, "operationsWith" | "contradiction">;
}>();

/** Characters of a dry run that cost as much as one request, some 20 ms of CPU. Whoever may only read may send one. */
const A_REQUEST = 64 * 1024;

const CHANGES_AN_ENTRY = 100;
const LONGEST_NAME = 200;

/** Changed destinations and deletions come first, so that they cannot be hidden behind a thousand new names. */
const weightOf = ({ action, type, fields }: Applied["changes"][number]): number =>
  type === "channel" && fields?.includes("settings") === true
    ? 0
    : type === "channel" || type === "operation"
      ? 1
      : action === "delete"
        ? 2
        : 3;

/** All changes as audit entries, without the values of fields. */
function wordsOf({ changes }: Applied): Json[] {
  const done = changes
    .toSorted((a, b) => weightOf(a) - weightOf(b))
    .map(({ action, type, id, name, fields }) =>
      [action, type, id ?? "", JSON.stringify(name.slice(0, LONGEST_NAME).toWellFormed()), ...(fields ?? [])].join(" "),
    );
  const entries = chunksOf(done, CHANGES_AN_ENTRY).map((changes) => ({ changes, count: done.length }));
  // The log is read from its end.
  return entries.toReversed();
}

/** Export and import of the configuration document. */
export const configRoutes = [
  route({
    method: "get",
    path: "/v1/export",
    scope: "read",
    operation: "exportConfig",
    query: () =>
      z.object({
        secrets: z.enum(["encrypted"], "must be encrypted").optional(),
        format: z.enum(["json", "yaml"], "must be json or yaml").optional(),
      }),
    tells: ({ secrets }) => secrets === "encrypted",
    async handle({ ports, query, request, actor }) {
      const sealed = query.secrets === "encrypted";
      if (sealed && actor?.scope !== "admin") throw new Problem(403, "The token's scope is not admin.");
      const wish = { sealed, admin: actor?.scope === "admin" };
      return configAnswer(await exportConfig(wish, ports.keep), wantsYaml(request, query.format));
    },
  }),
  route({
    method: "put",
    path: "/v1/config",
    scope: "write",
    operation: "applyConfig",
    query: () => z.object({ dryRun: flagText().optional() }),
    harmless: (query) => query.get("dryRun") === "true",
    keeps: true,
    async handle({ ports, query, request, actor, write }) {
      const answered = (applied: Applied): Answered => ({ status: 200, body: applied, headers: {}, subject: null });
      const { operationsWith, contradiction } = ports.service;
      const deps: ConfigDeps = {
        ...ports.keep,
        operationsWith,
        contradiction,
        mayDefine: actor!.scope === "admin",
        by: actor!.name,
        write: (steps, applied) => write(steps, answered(applied), wordsOf(applied)),
      };
      const dryRun = query.dryRun ?? false;
      const weigh = (characters: number) => withinLimit(ports, actor!, dryRun ? Math.floor(characters / A_REQUEST) : 0);
      return respond(answered(granted(await applyConfig(() => configBody(request, weigh), dryRun, deps))));
    },
  }),
];
