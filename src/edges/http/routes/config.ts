import * as z from "zod";
import { recorded } from "../../../flows/browse/audit-view.ts";
import { applyConfig, type Applied } from "../../../flows/manage/config/apply-config.ts";
import { exportConfig } from "../../../flows/manage/config/export-config.ts";
import type { Actor } from "../auth.ts";
import { configAnswer, configBody, wantsYaml, YAML_TYPES } from "../config-body.ts";
import { forms } from "../forms.ts";
import type { Ports } from "../ports.ts";
import { granted, Problem } from "../problem.ts";
import { flag } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { appliedShape, configShape } from "../config-shapes.ts";

const tag = "Configuration";

/** What was changed, for the audit log; not the document, which is long. */
async function note({ changes }: Applied, { tokenId, name }: Actor, { audit }: Ports): Promise<void> {
  const done = changes.map(({ action, type, id, name: named, fields }) =>
    [action, type, id ?? "", JSON.stringify(named), ...(fields ?? [])].join(" "),
  );
  const request = recorded({ changes: done, count: done.length });
  await audit.add({
    at: audit.wallNow(),
    tokenId,
    tokenName: name,
    operation: "applyConfig",
    subject: null,
    request,
  });
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
      return configAnswer(await exportConfig(sealed, ports.config), wantsYaml(request, query.format));
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
      "what would change. The same document again changes nothing.",
    query: z.object({ dryRun: flag.optional() }),
    body: forms.config,
    status: 200,
    reply: { description: "What was changed, or would be", schema: appliedShape },
    audited: false,
    refusals: [409],
    async handle({ ports, query, request, actor }) {
      const applied = granted(await applyConfig(await configBody(request), query.dryRun ?? false, ports.config));
      if (!applied.dryRun && applied.changes.length > 0 && actor !== null) await note(applied, actor, ports);
      return json(applied);
    },
  }),
];
