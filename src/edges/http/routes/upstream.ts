import * as z from "zod";
import { probe } from "../../../flows/manage/probe.ts";
import { isObject } from "../../../core/json.ts";
import { accountView, setAccount } from "../../../flows/manage/service.ts";
import { readOperation } from "../../../flows/manage/operation-form.ts";
import { jsonBody } from "../body.ts";
import { forms } from "../forms.ts";
import { found, granted, Problem } from "../problem.ts";
import { pageBody, pageOf, pageQuery } from "../query.ts";
import { json, route, type Route } from "../route.ts";
import { pageShape } from "../shapes.ts";
import { accountShape, operationShape, probedShape } from "../upstream-shapes.ts";

const tag = "Upstream";

const placeKey = z.tuple([z.int().min(0)]);

export const upstreamRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/upstream/operations",
    scope: "read",
    operation: "listOperations",
    tag,
    summary: "List the operations of the polled service",
    description:
      "All at once, unless `limit` asks for less. Without a `path` an operation cannot be called until UPSTREAM_OPERATIONS " +
      "or PUT /v1/upstream/operations/{name} says how; `source` is who says it.",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "The operations", schema: () => pageShape(operationShape()) },
    async handle({ ports, query }) {
      const all = await ports.service.operations();
      const { limit, after } = pageOf({ ...query, limit: query.limit ?? all.length }, placeKey);
      const from = after?.[0] ?? 0;
      const next = from + limit < all.length ? [from + limit] : null;
      return json(pageBody({ items: all.slice(from, from + limit), next }, (one) => one));
    },
  }),
  route({
    method: "post",
    path: "/v1/upstream/probe",
    scope: "write",
    operation: "probeOperation",
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
    async handle({ ports, request, actor }) {
      const body = await jsonBody(request);
      const tries = isObject(body) && (body["definition"] !== undefined || body["account"] !== undefined);
      if (tries && actor?.scope !== "admin") throw new Problem(403, "The token's scope is not admin.");
      return json(granted(await probe(body, ports.upstream)));
    },
  }),
  route({
    method: "get",
    path: "/v1/upstream/account",
    scope: "admin",
    operation: "getAccount",
    tag,
    summary: "Where the polled service is, and who we are there",
    description: "The password is never shown. Nulls where nobody said: then nothing is polled.",
    status: 200,
    reply: { description: "The account", schema: accountShape },
    handle: async ({ ports }) => json(await accountView(ports.service)),
  }),
  route({
    method: "put",
    path: "/v1/upstream/account",
    scope: "admin",
    operation: "setAccount",
    tag,
    summary: "Connect the polled service",
    description:
      "Kept sealed with ENCRYPTION_KEYS, and used from the next tick on. Where the environment sets UPSTREAM_BASE_URL that " +
      "wins, as `source` says; without either the demo polls its simulator. Try it before with POST /v1/upstream/probe.",
    body: forms.account,
    status: 200,
    reply: { description: "The account as it is used", schema: accountShape },
    handle: async ({ ports, request }) => json(granted(await setAccount(await jsonBody(request), ports.service))),
  }),
  route({
    method: "delete",
    path: "/v1/upstream/account",
    scope: "admin",
    operation: "deleteAccount",
    tag,
    summary: "Forget the account that was given",
    status: 204,
    reply: { description: "It is forgotten" },
    async handle({ ports }) {
      await ports.service.keepAccount(null);
      return new Response(null, { status: 204 });
    },
  }),
  route({
    method: "put",
    path: "/v1/upstream/operations/{name}",
    scope: "admin",
    operation: "setOperation",
    tag,
    summary: "Say how an operation is called and read",
    description:
      "As an entry of UPSTREAM_OPERATIONS, which wins where it names the same operation. Used from the next tick on.",
    body: forms.operation,
    status: 200,
    reply: { description: "The operation as it is listed", schema: operationShape },
    async handle({ ports, request, params }) {
      const name = operationName(params["name"]!);
      const said = readOperation(await jsonBody(request));
      if (!said.ok) throw new Problem(422, "Some fields are not valid.", { errors: said.error });
      await ports.service.keepOperation(name, said.value);
      return json(found((await ports.service.operations()).find((one) => one.name === name) ?? null, "operation"));
    },
  }),
  route({
    method: "delete",
    path: "/v1/upstream/operations/{name}",
    scope: "admin",
    operation: "deleteOperation",
    tag,
    summary: "Forget what was said of an operation",
    status: 204,
    reply: { description: "It is called as it was before" },
    async handle({ ports, params }) {
      const kept = await ports.service.keepOperation(operationName(params["name"]!), undefined);
      if (!kept) throw new Problem(404, "Nothing was said of this operation.");
      return new Response(null, { status: 204 });
    },
  }),
];

/** The name in the path. Throws the 404 Problem for what is no name of an operation. */
function operationName(text: string): string {
  if (!/^[a-z][a-z0-9_]{0,40}(\.[a-z0-9_]{1,40}){1,3}$/.test(text))
    throw new Problem(404, "An operation's name is like `live.check`: a category, a dot and a verb.");
  return text;
}
