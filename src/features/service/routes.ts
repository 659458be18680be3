import * as z from "zod";
import type { ListedOperation } from "../../engine/upstream/shape.ts";
import type { ConfigDeps } from "../config/document/deps.ts";
import { probe, type ProbePorts } from "../../engine/upstream/probe.ts";
import { isObject } from "../../core/json.ts";
import { lazy } from "../../core/lazy.ts";
import { accountView, type ServicePorts, setAccount } from "../../engine/upstream/definition.ts";
import { type OperationsConfig, readOperation } from "../../engine/upstream/operation-form.ts";
import { OPERATION_NAME } from "../config/document/operations.ts";
import { jsonBody } from "../../http/body.ts";
import { found, granted, INVALID, Problem } from "../../http/problem.ts";
import type { Refused, Step } from "../../resources/step.ts";
import { cascadeFlag, pageBody, pageOf, pageQuery } from "../../http/query.ts";
import { type Answered, json, respond, routesOver } from "../../http/route.ts";
import { inUse, type Refusal, type User } from "../../core/refusal.ts";
import { err, type Result } from "../../core/result.ts";
import { targetKinds } from "../../kinds/registry.ts";

interface RemoveOperationDeps {
  /** Whether the operation can be called without its definition from the API: by the environment's or the default. */
  definedElsewhere(operation: string): Promise<boolean>;
  /** The targets of these kinds that name the operation. */
  usersOfOperation(operation: string, kinds: string[]): Promise<User[]>;
  write(steps: Step[]): Promise<Result<null, Refused>>;
}

/** The kinds whose targets name their operation. */
const pollingKinds = (): string[] =>
  Object.values(targetKinds).flatMap(({ kind, polls }) => (polls === undefined ? [] : [kind]));

/**
 * Deletes the API's definition of an operation; with `cascade` also the targets that use it. If another definition
 * remains, targets go on with that one, so none is in the way.
 */
async function removeOperation(
  operation: string,
  cascade: boolean,
  deps: RemoveOperationDeps,
): Promise<Result<null, Refusal>> {
  const kinds = (await deps.definedElsewhere(operation)) ? [] : pollingKinds();
  const written = await deps.write([{ do: "undefine", operation, kinds, cascade }]);
  if (written.ok) return written;
  const { error } = written;
  if (error.kind === "used") return inUse(await deps.usersOfOperation(operation, kinds));
  if (error.kind === "repeated") return err({ kind: "repeated" });
  return err({ kind: "missing", detail: "This operation has no definition of its own." });
}

export interface OperationPorts extends ServicePorts {
  service: ServicePorts["service"] &
    Omit<RemoveOperationDeps, "write"> &
    Pick<ConfigDeps, "contradiction"> & {
      operations(): Promise<ListedOperation[]>;
      keepOperation(name: string, reported: OperationsConfig[string]): Promise<void>;
    };
}

const route = routesOver<ProbePorts & OperationPorts>();

const placeKey = lazy(() => z.tuple([z.int().min(0)]));

export const upstreamRoutes = [
  route({
    method: "get",
    path: "/v1/upstream/operations",
    scope: "read",
    operation: "listOperations",
    query: () => z.object(pageQuery()),
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
    handle: async ({ ports }) => json(await accountView(ports.service)),
  }),
  route({
    method: "put",
    path: "/v1/upstream/account",
    scope: "admin",
    operation: "setAccount",
    handle: async ({ ports, request }) => json(granted(await setAccount(await jsonBody(request), ports.service))),
  }),
  route({
    method: "delete",
    path: "/v1/upstream/account",
    scope: "admin",
    operation: "deleteAccount",
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
    async handle({ ports, request, params }) {
      const name = operationName(params["name"]!);
      const reported = readOperation(await jsonBody(request));
      if (!reported.ok) throw new Problem(422, INVALID, { errors: reported.error });
      const contradiction = reported.value === null ? null : ports.service.contradiction(name, reported.value);
      if (contradiction !== null) throw new Problem(409, contradiction);
      await ports.service.keepOperation(name, reported.value);
      return json(found((await ports.service.operations()).find((one) => one.name === name) ?? null, "operation"));
    },
  }),
  route({
    method: "delete",
    path: "/v1/upstream/operations/{name}",
    scope: "admin",
    operation: "deleteOperation",
    query: () => z.object({ cascade: cascadeFlag() }),
    keeps: true,
    async handle({ ports, params, query, write }) {
      const name = operationName(params["name"]!);
      const answered: Answered = { status: 204, body: null, headers: {}, subject: name };
      const deps = { ...ports.service, write: (steps: Step[]) => write(steps, answered) };
      granted(await removeOperation(name, query.cascade ?? false, deps));
      return respond(answered);
    },
  }),
];

/** The name in the path. Throws the 404 Problem if it is malformed. */
function operationName(text: string): string {
  if (!OPERATION_NAME.test(text))
    throw new Problem(404, "An operation's name must look like `live.check`: a category, a dot and a verb.");
  return text;
}
