import * as z from "zod";
import { applyConfig, type Applied, type ConfigDeps } from "../../../flows/manage/config/apply-config.ts";
import { exportConfig } from "../../../flows/manage/config/export-config.ts";
import type { Json } from "../../../core/json.ts";
import { configAnswer, configBody, wantsYaml, YAML_TYPES } from "../config-body.ts";
import { forms } from "../forms.ts";
import { granted, Problem } from "../problem.ts";
import { flag } from "../query.ts";
import { respond, route, type Answered, type Route } from "../route.ts";
import { appliedShape, configShape } from "../config-shapes.ts";

const tag = "Configuration";

const CHANGES_AN_ENTRY = 100;
const LONGEST_NAME = 200;

/** Where messages go and what is gone comes first: nobody hides it behind a thousand new names. */
const weightOf = ({ action, type, fields }: Applied["changes"][number]): number =>
  type === "channel" && fields?.includes("settings") === true
    ? 0
    : type === "channel"
      ? 1
      : action === "delete"
        ? 2
        : 3;

/** Every change, for the audit log; never what fields hold. */
function wordsOf({ changes }: Applied): Json[] {
  const done = changes
    .toSorted((a, b) => weightOf(a) - weightOf(b))
    .map(({ action, type, id, name, fields }) =>
      [action, type, id ?? "", JSON.stringify(name.slice(0, LONGEST_NAME).toWellFormed()), ...(fields ?? [])].join(" "),
    );
  const entries = Array.from({ length: Math.ceil(done.length / CHANGES_AN_ENTRY) }, (_, index) => ({
    changes: done.slice(index * CHANGES_AN_ENTRY, (index + 1) * CHANGES_AN_ENTRY),
    count: done.length,
  }));
  // The log is read from its end.
  return entries.toReversed();
}

/** The configuration as one document. */
export const configRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/export",
    scope: "read",
    operation: "exportConfig",
    tag,
    summary: "Read the whole configuration as one document",
    description:
      "JSON, or YAML with `format=yaml` or `Accept: application/yaml`. PUT /v1/config takes it back. Settings of channels " +
      "are left out; `secrets=encrypted` (scope `admin`) gives them sealed: they open under the same id with the same " +
      "ENCRYPTION_KEYS. Silences that are over, tokens and what was found are not in it.",
    query: z.object({
      secrets: z.enum(["encrypted"], "must be encrypted").optional(),
      format: z.enum(["json", "yaml"], "must be json or yaml").optional(),
    }),
    status: 200,
    reply: { description: "The configuration", schema: configShape, media: YAML_TYPES[0]! },
    async handle({ ports, query, request, actor }) {
      const sealed = query.secrets === "encrypted";
      if (sealed && actor?.scope !== "admin") throw new Problem(403, "The token's scope is not admin.");
      return configAnswer(await exportConfig(sealed, ports.keep), wantsYaml(request, query.format));
    },
  }),
  route({
    method: "put",
    path: "/v1/config",
    scope: "write",
    operation: "applyConfig",
    tag,
    summary: "Make the configuration what a document says",
    description:
      "All of it or nothing, at most 16 MiB (YAML: 4 MiB). Each list that the document has is the whole truth about its " +
      "things: those that are not in it are deleted; a list that is left out is left as it is. An entry without an `id` is " +
      "the thing of that name (a target: of those params), else a new one. `watchlistId`, `targetId` and `channelId` take " +
      "a name too. A channel without `settings` and `sealed` keeps those it has. `dryRun=true` writes nothing and lists " +
      "what would change: for that the scope `read` is enough. The same document again changes nothing.",
    query: z.object({ dryRun: flag.optional() }),
    body: forms.config,
    status: 200,
    reply: { description: "What was changed, or would be", schema: appliedShape },
    refusals: [409],
    harmless: (query) => query.get("dryRun") === "true",
    keeps: true,
    async handle({ ports, query, request, actor, write }) {
      const answered = (applied: Applied): Answered => ({ status: 200, body: applied, headers: {}, subject: null });
      const deps: ConfigDeps = {
        ...ports.keep,
        by: actor!.name,
        write: (steps, applied) => write(steps, answered(applied), wordsOf(applied)),
      };
      return respond(answered(granted(await applyConfig(await configBody(request), query.dryRun ?? false, deps))));
    },
  }),
];
