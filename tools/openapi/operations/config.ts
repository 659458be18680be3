import { YAML_TYPES } from "../../../src/features/config/config-body.ts";
import { forms } from "../forms.ts";
import { appliedShape, configShape } from "../../../src/features/config/shape.ts";
import type { Documented } from "../documented.ts";

const tag = "Configuration";

export const configOperations: Record<string, Documented> = {
  exportConfig: {
    tag,
    summary: "Export the configuration",
    description:
      "JSON, or YAML with `format=yaml` or `Accept: application/yaml`. PUT /v1/config accepts the same document. Channel settings " +
      "are left out; `secrets=encrypted` (scope `admin`) includes them encrypted: they can be decrypted under the same ID with the " +
      "same ENCRYPTION_KEYS. Operations set through the API are included for the scope `admin`. Expired silences, tokens, events and history are not included.",
    status: 200,
    reply: { description: "The configuration", schema: configShape, media: YAML_TYPES[0]! },
    streamed: true,
  },
  applyConfig: {
    tag,
    summary: "Apply a configuration",
    description:
      "Applies the whole document or nothing, up to 16 MiB (YAML: 4 MiB). Each list in it is complete: resources that it " +
      "doesn't contain are deleted. Lists that are left out are not changed. An entry without an `id` is matched by name (a " +
      "target by its params), else it creates a resource. `watchlistId`, `targetId` and `channelId` also accept a name. A " +
      "channel without `settings` and `sealed` keeps its settings. `dryRun=true` writes nothing and lists what would " +
      "change; the scope `read` is enough for that. Changing `operations` needs the scope `admin`. Applying the same document again changes nothing.",
    body: forms.config,
    status: 200,
    reply: { description: "The changes made, or that would be made", schema: appliedShape },
    refusals: [409],
  },
};
