import { YAML_TYPES } from "../../../src/edges/http/config-body.ts";
import { forms } from "../forms.ts";
import { appliedShape, configShape } from "../shapes/config.ts";
import type { Documented } from "../documented.ts";

const tag = "Configuration";

export const configOperations: Record<string, Documented> = {
  exportConfig: {
    tag,
    summary: "Read the whole configuration as one document",
    description:
      "JSON, or YAML with `format=yaml` or `Accept: application/yaml`. PUT /v1/config takes it back. Settings of channels " +
      "are left out; `secrets=encrypted` (scope `admin`) gives them sealed: they open under the same id with the same " +
      "ENCRYPTION_KEYS. Silences that are over, tokens and what was found are not in it.",
    status: 200,
    reply: { description: "The configuration", schema: configShape, media: YAML_TYPES[0]! },
  },
  applyConfig: {
    tag,
    summary: "Make the configuration what a document says",
    description:
      "All of it or nothing, at most 16 MiB (YAML: 4 MiB). Each list that the document has is the whole truth about its " +
      "things: those that are not in it are deleted; a list that is left out is left as it is. An entry without an `id` is " +
      "the thing of that name (a target: of those params), else a new one. `watchlistId`, `targetId` and `channelId` take " +
      "a name too. A channel without `settings` and `sealed` keeps those it has. `dryRun=true` writes nothing and lists " +
      "what would change: for that the scope `read` is enough. The same document again changes nothing.",
    body: forms.config,
    status: 200,
    reply: { description: "What was changed, or would be", schema: appliedShape },
    refusals: [409],
  },
};
