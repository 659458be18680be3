import { forms } from "../forms.ts";
import { pageShape } from "../schema.ts";
import { accountShape, operationShape, probedShape } from "../../../src/engine/upstream/shape.ts";
import type { Documented } from "../documented.ts";
import { YAML_TYPES } from "../../../src/features/config/config-body.ts";
import { appliedShape, configShape } from "../../../src/features/config/shape.ts";

const tag = "Upstream";

export const upstreamOperations: Record<string, Documented> = {
  listOperations: {
    tag,
    summary: "List the operations of the data service",
    description:
      "Lists all operations, unless `limit` is set. An operation without a `path` can't be called until UPSTREAM_OPERATIONS or PUT /v1/upstream/operations/{name} defines it; `source` says where the definition comes from.",
    status: 200,
    reply: { description: "The operations", schema: () => pageShape(operationShape()) },
  },
  probeOperation: {
    tag,
    summary: "Call an operation and show its answer",
    description:
      "`params` fill the operation's placeholders, such as `userId` and `roomId`. Uses one call of the budget. While the data service refuses calls, nothing is called and `fault` says why. `body` is the answer as JSON (integers beyond 2^53 as digits) or its first 64 KB as text; `decoded` is what a target would read from it. Credentials are never shown, so you can paste the answer into a bug report.",
    body: forms.probe,
    status: 200,
    reply: { description: "The request, its answer and what it means", schema: probedShape },
  },
  getAccount: {
    tag,
    summary: "Get the data service account",
    description:
      "Passwords, and the values of headers and query parameters, are never shown. Fields are null if no account is set; then nothing is polled.",
    status: 200,
    reply: { description: "The account", schema: accountShape },
  },
  setAccount: {
    tag,
    summary: "Set the data service account",
    description:
      "The account proves itself by `username` and `password` (Basic), by `headers`, by `query` parameters, or not at all. Stored encrypted with ENCRYPTION_KEYS and used from the next tick on. If the environment sets UPSTREAM_BASE_URL, that takes precedence (see `source`). With neither, the demo polls its simulator. Test the account first with POST /v1/upstream/probe.",
    body: forms.account,
    status: 200,
    reply: { description: "The account in use", schema: accountShape },
  },
  deleteAccount: {
    tag,
    summary: "Delete the data service account",
    status: 204,
    reply: { description: "Deleted" },
  },
  setOperation: {
    tag,
    summary: "Define how an operation is called and read",
    description:
      "Takes an entry of UPSTREAM_OPERATIONS. If that variable defines the same operation, the fields of both are used if they agree; otherwise the answer is 409. Used from the next tick on.",
    refusals: [409],
    body: forms.operation,
    status: 200,
    reply: { description: "The operation as listed", schema: operationShape },
  },
  deleteOperation: {
    tag,
    summary: "Reset an operation",
    description:
      "Deletes the definition that was set through the API. If targets use the operation and neither UPSTREAM_OPERATIONS nor a default defines it, the answer is 409 and lists them; with `cascade` they are deleted too.",
    refusals: [409],
    status: 204,
    reply: { description: "The operation uses its default definition again" },
  },
};

export const configOperations: Record<string, Documented> = {
  exportConfig: {
    tag: "Configuration",
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
    tag: "Configuration",
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
