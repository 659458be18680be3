import * as z from "zod";
import { iso } from "../../core/instant.ts";
import type { SignIn } from "../../core/sign-in.ts";
import { ADMIN } from "../../http/auth.ts";
import { Problem } from "../../http/problem.ts";
import { pageBody, pageOf, pageQuery, seqKey } from "../../http/query.ts";
import { json, routesOver } from "../../http/route.ts";
import type { SignInPorts } from "./sign-in-store.ts";
import type { SignInAnswer } from "./shape.ts";

const route = routesOver<Pick<SignInPorts, "signIns">>();

const signInView = ({ id, tokenName, createdAt, lastSeenAt, address, agent }: SignIn): SignInAnswer => ({
  id,
  name: tokenName ?? ADMIN.name,
  createdAt: iso(createdAt),
  lastSeenAt: iso(lastSeenAt),
  address,
  agent,
});

export const signInRoutes = [
  route({
    method: "get",
    path: "/v1/sign-ins",
    scope: "admin",
    operation: "listSignIns",
    query: () => z.object(pageQuery()),
    async handle({ ports, query }) {
      const page = await ports.signIns.list(null, pageOf(query, seqKey), ports.keep.wallNow());
      return json(pageBody(page, signInView));
    },
  }),
  route({
    method: "delete",
    path: "/v1/sign-ins/{id}",
    scope: "admin",
    operation: "deleteSignIn",
    async handle({ ports, params }) {
      if (!(await ports.signIns.end(params["id"]!, null))) throw new Problem(404, "No such sign-in.");
      return new Response(null, { status: 204 });
    },
  }),
];
