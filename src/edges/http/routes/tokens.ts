import * as z from "zod";
import { tokenView } from "../../../flows/browse/token-view.ts";
import { changeToken, createToken } from "../../../flows/manage/tokens.ts";
import { jsonBody } from "../body.ts";
import { forms, patchOf } from "../forms.ts";
import { found, granted } from "../problem.ts";
import { madeKey, pageBody, pageOf, pageQuery } from "../query.ts";
import { created, noContent, json, route, type Route } from "../route.ts";
import { madeTokenShape, tokenShape } from "../access-shapes.ts";
import { pageShape } from "../shapes.ts";

const tag = "Tokens";

export const tokenRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/tokens",
    scope: "admin",
    operation: "listTokens",
    tag,
    summary: "List tokens, oldest first",
    description: "The token of the configuration (`ADMIN_TOKEN`) is not among them.",
    query: z.object(pageQuery),
    status: 200,
    reply: { description: "A page of tokens", schema: pageShape(tokenShape) },
    handle: async ({ ports, query }) => json(pageBody(await ports.tokens.list(pageOf(query, madeKey)), tokenView)),
  }),
  route({
    method: "post",
    path: "/v1/tokens",
    scope: "admin",
    operation: "createToken",
    tag,
    summary: "Create a token",
    description: "`read` < `write` < `admin`: each takes in the ones before it. `token` is shown this once.",
    body: forms.token,
    status: 201,
    reply: { description: "The token with its secret", schema: madeTokenShape },
    async handle({ ports, request }) {
      const { token, secret } = granted(await createToken(await jsonBody(request), ports.tokens));
      return created(`/v1/tokens/${token.id}`, { ...tokenView(token), token: secret });
    },
  }),
  route({
    method: "get",
    path: "/v1/tokens/{id}",
    scope: "admin",
    operation: "getToken",
    tag,
    summary: "Read a token",
    status: 200,
    reply: { description: "The token, without its secret", schema: tokenShape },
    handle: async ({ ports, params }) => json(tokenView(found(await ports.tokens.find(params["id"]!), "token"))),
  }),
  route({
    method: "patch",
    path: "/v1/tokens/{id}",
    scope: "admin",
    operation: "changeToken",
    tag,
    summary: "Change a token",
    description: "An `expiresAt` that has passed ends it.",
    body: patchOf("token", { scopes: ["read"] }),
    status: 200,
    reply: { description: "The token as it is now", schema: tokenShape },
    async handle({ ports, params, request }) {
      const before = found(await ports.tokens.find(params["id"]!), "token");
      return json(tokenView(granted(await changeToken(before, await jsonBody(request), ports.tokens))));
    },
  }),
  route({
    method: "delete",
    path: "/v1/tokens/{id}",
    scope: "admin",
    operation: "deleteToken",
    tag,
    summary: "Delete a token",
    description: "It is refused from then on.",
    status: 204,
    reply: { description: "It is deleted" },
    async handle({ ports, params }) {
      found((await ports.tokens.remove(params["id"]!)) ? true : null, "token");
      return noContent();
    },
  }),
];
