import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { instant } from "../../../src/resources/shape-fields.ts";
import { scopes } from "../../../src/features/people/resource/scopes.ts";
import { forms } from "../forms.ts";
import type { Documented } from "../documented.ts";

const invitationShape = lazy(() =>
  z
    .strictObject({
      id: z.string().describe("The ID of the invitation's token: `DELETE /v1/tokens/{id}` revokes both."),
      name: z.string().describe("The name of the invited person."),
      scopes: z.array(z.enum(scopes)).describe("Their scopes."),
      watchlistIds: z.array(z.string()).nullable().describe("The watchlists they are limited to; null means no limit."),
      expiresAt: instant().describe("When the link expires: after seven days."),
      link: z.string().describe("The link to send them. Shown only in this response and valid once."),
    })
    .meta({ id: "Invitation" }),
);

export const invitationsOperations: Record<string, Documented> = {
  createInvitation: {
    tag: "Tokens",
    summary: "Invite someone to the dashboard",
    description:
      "Creates a token and a link that signs in the first person who opens and accepts it. Opening the link alone doesn't use it up, " +
      "so link previews in chats are harmless. The token doesn't work until the invitation is accepted.",
    body: forms.invitation,
    status: 201,
    reply: { description: "The invitation", schema: invitationShape },
    refusals: [409],
  },
};
