import { forms } from "../forms.ts";
import { pageShape } from "../shapes/shapes.ts";
import { accountShape, operationShape, probedShape } from "../shapes/upstream.ts";
import type { Documented } from "../documented.ts";

const tag = "Upstream";

export const upstreamOperations: Record<string, Documented> = {
  listOperations: {
    tag,
    summary: "List the operations of the polled service",
    description:
      "All at once, unless `limit` asks for less. Without a `path` an operation cannot be called until UPSTREAM_OPERATIONS " +
      "or PUT /v1/upstream/operations/{name} says how; `source` is who says it.",
    status: 200,
    reply: { description: "The operations", schema: () => pageShape(operationShape()) },
  },
  probeOperation: {
    tag,
    summary: "Call an operation now and see its answer",
    description:
      "`params` fill the operation's placeholders, such as `userId` and `roomId`. Draws one call from the budget; while " +
      "the upstream refuses us nothing is called and `fault` says why. `body` is the answer as JSON (integers beyond " +
      "2^53 as their digits) or its first 64 KB as text; `decoded` is what a target would read from it. Credentials " +
      "are never shown: the answer may be pasted into a bug report.",
    body: forms.probe,
    status: 200,
    reply: { description: "The request, its answer and what it means", schema: probedShape },
  },
  getAccount: {
    tag,
    summary: "Where the polled service is, and who we are there",
    description: "The password is never shown. Nulls where nobody said: then nothing is polled.",
    status: 200,
    reply: { description: "The account", schema: accountShape },
  },
  setAccount: {
    tag,
    summary: "Connect the polled service",
    description:
      "Kept sealed with ENCRYPTION_KEYS, and used from the next tick on. Where the environment sets UPSTREAM_BASE_URL that " +
      "wins, as `source` says; without either the demo polls its simulator. Try it before with POST /v1/upstream/probe.",
    body: forms.account,
    status: 200,
    reply: { description: "The account as it is used", schema: accountShape },
  },
  deleteAccount: {
    tag,
    summary: "Forget the account that was given",
    status: 204,
    reply: { description: "It is forgotten" },
  },
  setOperation: {
    tag,
    summary: "Say how an operation is called and read",
    description:
      "As an entry of UPSTREAM_OPERATIONS. Where that names the same operation, the fields of both are read if they agree; else " +
      "this is a 409. Used from the next tick on.",
    refusals: [409],
    body: forms.operation,
    status: 200,
    reply: { description: "The operation as it is listed", schema: operationShape },
  },
  deleteOperation: {
    tag,
    summary: "Forget what was said of an operation",
    status: 204,
    reply: { description: "It is called as it was before" },
  },
};
