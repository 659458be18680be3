import * as z from "zod";
import { backtestForm } from "../../src/features/alerts/backtest.ts";
import { configForm } from "../../src/features/config/document/document.ts";
import { invitationForm } from "../../src/features/people/invite.ts";
import { hintForm } from "../../src/features/hooks/hint.ts";
import { digestPreviewForm } from "../../src/features/digests/preview-digest.ts";
import { previewForm } from "../../src/features/alerts/preview.ts";
import { probeForm } from "../../src/engine/upstream/probe.ts";
import { teamForm } from "../../src/features/people/team.ts";
import { accountForm } from "../../src/engine/upstream/definition.ts";
import { operationForm } from "../../src/engine/upstream/operation-form.ts";
import { csvColumns } from "../../src/features/creators/csv-rows.ts";
import type { Declared } from "../../src/resources/resource.ts";
import { DOCUMENTED, typeName } from "../../src/resources/view.ts";
import type { Body } from "./documented.ts";
import { typeNameOf, unionBy } from "./schema.ts";
import { objectIn } from "./shapes/displayed.ts";

const ROWS =
  "Up to 10,000 targets, each as in POST /v1/targets. `watchlist` (an ID or a name) can be used instead of `watchlistId`.";

/** The forms of a record, by kind where its kind decides which fields it has. */
function formOf(of: Declared): z.ZodType {
  const id = `${typeName(of)}Form`;
  if (of.kinds === undefined) return of.form().meta({ id });
  const forms = of.kinds.names.map((kind) => of.kinds!.form(kind, DOCUMENTED).meta({ id: `${typeNameOf(kind)}${id}` }));
  return unionBy("kind", forms).meta({ id });
}

/** The body that creates a record. */
export const formBody = (of: Declared): Body => ({ schema: formOf(of), example: of.example.body });

/**
 * A merge patch of a record: all fields of its form are optional, and null resets one to its default. Where a kind
 * decides which fields there are, it is one of several that may leave out their kind, so no field tells them apart.
 */
export function patchBody(of: Declared): Body {
  const id = `${typeName(of)}Patch`;
  const description = `JSON Merge Patch (RFC 7396) of the ${of.noun}: null resets a field to its default.`;
  const { kinds } = of;
  const schema =
    kinds === undefined
      ? z.object(patched(of.form())).meta({ id, description })
      : z
          .union(kinds.names.map((kind) => kindPatch(kinds.form(kind, DOCUMENTED), `${typeNameOf(kind)}${id}`)))
          .meta({ id, description });
  return { schema, example: of.example.patch };
}

/** A patch of a record of a kind. Its parameters and settings are merged too. */
function kindPatch(form: z.ZodObject, id: string): z.ZodType {
  const { kind, ...rest } = form.shape as Record<string, z.ZodType>;
  return z.strictObject({ kind: kind!.optional(), ...patched(z.object(rest)) }).meta({ id });
}

/** Fields of which a patch has any. Objects within are merged. */
const patched = (form: z.ZodObject): Record<string, z.ZodType> =>
  Object.fromEntries(
    Object.entries(form.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const inner = objectIn(field);
      const patch = inner === null ? bare(field) : z.strictObject(patched(inner));
      return [
        name,
        z
          .nullable(patch)
          .optional()
          .describe(field.description ?? ""),
      ];
    }),
  );

/** A field without its default, because a patch without the field changes nothing. */
function bare(field: z.ZodType): z.ZodType {
  const { def } = field as z.ZodDefault;
  return def.type === "default" || (def.type as string) === "prefault" ? bare(def.innerType as z.ZodType) : field;
}

/** The request bodies of the API, from the same schemas that validate them. */
export const forms: Record<
  | "import"
  | "invitation"
  | "preview"
  | "digestPreview"
  | "backtest"
  | "config"
  | "probe"
  | "account"
  | "operation"
  | "settings"
  | "hint"
  | "importSessions",
  () => Body
> = {
  import: () => ({
    schema: z
      .array(
        z
          .looseObject({
            watchlist: z.string().optional().describe("The ID or name of a watchlist, instead of `watchlistId`."),
          })
          .meta({ id: "ImportRow" }),
      )
      .max(10_000)
      .meta({ description: ROWS }),
    example: [{ kind: "live", name: "Maria", params: { userId: "7013" }, watchlist: "default" }],
    also: {
      "application/x-ndjson": {
        schema: z.string(),
        example: '{"kind":"live","name":"Maria","params":{"userId":"7013"}}\n',
      },
      "text/csv": {
        schema: z.string().describe(`A header row that names some of these: ${csvColumns().join(", ")}.`),
        example: "kind,name,watchlist,userId,intervalSeconds,priority\nlive,Maria,default,7013,60,1\n",
      },
    },
  }),
  invitation: () => ({
    schema: invitationForm(),
    example: { name: "Client", scopes: ["read"], watchlistIds: ["wl_default"] },
  }),
  preview: () => ({
    schema: previewForm(),
    example: {
      subscription: { events: ["live.started"], channelId: "ch_…", template: { "live.started": "{{name}} is live" } },
    },
  }),
  digestPreview: () => ({ schema: digestPreviewForm(), example: { period: "lastMonth" }, optional: true }),
  backtest: () => ({
    schema: backtestForm(),
    example: { subscriptionId: "sub_…", since: "2026-03-01T00:00:00.000Z", until: "2026-03-08T00:00:00.000Z" },
  }),
  config: () => ({
    schema: configForm(),
    example: {
      version: 1,
      watchlists: [{ name: "default" }, { name: "Music", description: "Singers and bands" }],
      targets: [{ kind: "live", name: "Maria", params: { userId: "7012" }, watchlistId: "Music" }],
      channels: [{ kind: "webhook", name: "My program", settings: { url: "https://example.com/tallylight" } }],
      subscriptions: [{ name: "Everyone who goes live", events: ["live.*"], channelId: "My program" }],
    },
    also: {
      "application/yaml": {
        schema: z.string(),
        example: 'version: 1\ntargets:\n  - kind: live\n    name: Maria\n    params: { userId: "7012" }\n',
      },
    },
  }),
  account: () => ({
    schema: accountForm(),
    example: { baseUrl: "https://api.example.com", username: "me", password: "…" },
  }),
  settings: () => ({ schema: teamForm(), example: { timezone: "Europe/Berlin", pollsPerMinute: 60 } }),
  importSessions: () => ({
    schema: z
      .array(
        z
          .looseObject({
            targetId: z.string().optional().describe("The target, or its creator by `userId` or `handle`."),
            userId: z.string().optional().describe("The creator's ID, digits."),
            handle: z.string().optional().describe("The creator's handle."),
            startedAt: z.string().describe("When it began."),
            endedAt: z.string().nullable().optional().describe("When it ended, if known."),
          })
          .meta({ id: "ImportedSessionRow" }),
      )
      .max(10_000),
    example: [{ userId: "7012", startedAt: "2026-02-01T20:00:00Z", endedAt: "2026-02-01T23:00:00Z" }],
    also: {
      "application/x-ndjson": {
        schema: z.string(),
        example: '{"userId":"7012","startedAt":"2026-02-01T20:00:00Z"}\n',
      },
      "text/csv": { schema: z.string(), example: "userId,startedAt,endedAt\n7012,2026-02-01 20:00,2026-02-01 23:00\n" },
    },
  }),
  hint: () => ({
    schema: hintForm(),
    example: { userId: "7012" },
    optional: true,
    also: { "application/x-www-form-urlencoded": { schema: hintForm(), example: { handle: "maria" } } },
  }),
  operation: () => ({
    schema: operationForm(),
    example: {
      path: "/api/v1//live/check",
      query: { user_id: "{userId}", room_id: "{roomId}" },
      rows: "/data/data",
      verdict: "/alive",
      room: "/room_id",
    },
  }),
  probe: () => ({
    schema: probeForm(),
    example: { operation: "live.check", params: { userId: "7012" } },
  }),
};
