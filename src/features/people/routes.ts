import { invite } from "./invite.ts";
import type { Written } from "../../resources/write/write-resource.ts";
import { token } from "./resource/token.ts";
import { viewOf } from "../../resources/view.ts";
import { jsonBody } from "../../http/body.ts";
import { granted } from "../../http/problem.ts";
import { type Answered, respond, route } from "../../http/route.ts";
import { invitationLink } from "../../http/ports.ts";

export const invitationRoutes = [
  route({
    method: "post",
    path: "/v1/invitations",
    scope: "admin",
    operation: "createInvitation",
    keeps: true,
    async handle({ ports, request, actor, write }) {
      const answered = ({ one }: Written, secret: string): Answered => {
        const { id, name, scopes, watchlistIds, expiresAt } = viewOf(token, one) as Record<string, unknown>;
        const body = { id, name, scopes, watchlistIds, expiresAt, link: invitationLink(ports, request.url, secret) };
        return { status: 201, body, headers: { location: `/v1/tokens/${one.id}` }, subject: one.id };
      };
      const deps = {
        ...ports.keep,
        by: actor!.name,
        write: (...[steps, written, secret]: Parameters<Parameters<typeof invite>[1]["write"]>) =>
          write(steps, answered(written, secret)),
      };
      const { written, secret } = granted(await invite(await jsonBody(request), deps));
      return respond(answered(written, secret));
    },
  }),
];
