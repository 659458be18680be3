import type { HookDeps } from "./hints.ts";
import * as z from "zod";
import type { Json } from "../../core/json.ts";
import { noteFailedTry } from "../../http/auth.ts";
import { drained, mediaType, parse, readText } from "../../http/body.ts";
import { granted, Problem } from "../../http/problem.ts";
import { refuseQuery } from "../../http/query.ts";
import { json, routesOver } from "../../http/route.ts";
import { MinuteLimit } from "../../http/write-limit.ts";
import { hintFields, readHint } from "./hint.ts";
import { hinted } from "./hints.ts";

const route = routesOver<{ hooks: HookDeps }>();

/** Requests with one key per minute, whatever they ask for. Kept by each isolate. */
const MAX_A_MINUTE = 120;
const requestLimit = new MinuteLimit(MAX_A_MINUTE);

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";

/** A query is text, and its fields are judged like those of a body. */
const query = () =>
  z.object(Object.fromEntries(Object.keys(hintFields()).map((name) => [name, z.string().optional()])));

export const hookRoutes = [
  route({
    method: "post",
    path: "/hooks/{key}",
    scope: "public",
    operation: "hint",
    query,
    async handle({ ports, params, request }) {
      const { hooks } = ports;
      const hook = await hooks.bySecret(params["key"]!);
      if (hook === null) {
        noteFailedTry(request);
        throw new Problem(404, "This key doesn't exist or was ended.");
      }
      const wait = requestLimit.take(hook.id, hooks.wallNow());
      if (wait > 0) throw new Problem(429, "This key is used too often.", {}, { "retry-after": String(wait) });
      const hint = granted(readHint(await hintOf(request)));
      return json(granted(await hinted(hook, hint, hooks)), 202);
    },
  }),
];

/** What a request says: by its query, or else by its body. Throws a Problem. */
async function hintOf(request: Request): Promise<Json> {
  const { searchParams } = new URL(request.url);
  if (searchParams.size > 0) {
    for (const name of searchParams.keys())
      if (searchParams.getAll(name).length > 1) refuseQuery(name, "is given more than once");
    await drained(request);
    return Object.fromEntries(searchParams);
  }
  const [type, text] = [mediaType(request), await readText(request)];
  if (text === "") return {};
  if (type !== FORM && type !== JSON_TYPE) throw new Problem(415, `The body must be ${JSON_TYPE} or ${FORM}.`);
  // Programs often send JSON without saying so.
  if (type === JSON_TYPE || text.trimStart().startsWith("{")) return parse(text);
  const fields = new URLSearchParams(text);
  for (const name of fields.keys())
    if (fields.getAll(name).length > 1)
      throw new Problem(400, `The field ${name.slice(0, 50)} is given more than once.`);
  return Object.fromEntries(fields);
}
