import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { instant } from "../../../src/resources/fields.ts";
import { scopes } from "../../../src/resources/tokens/scopes.ts";
import { forms } from "../forms.ts";
import type { Documented } from "../documented.ts";

const invitationShape = lazy(() =>
  z
    .strictObject({
      id: z.string().describe("The id of the token that the invitation is for: `DELETE /v1/tokens/{id}` revokes both."),
      name: z.string().describe("Who is invited."),
      scopes: z.array(z.enum(scopes)).describe("What they may do."),
      watchlistIds: z.array(z.string()).nullable().describe("The watchlists they are limited to; null: no limit."),
      expiresAt: instant().describe("Until when the link works: seven days."),
      link: z.string().describe("The address to send them: shown this once, works once."),
    })
    .meta({ id: "Invitation" }),
);

export const invitationsOperations: Record<string, Documented> = {
  createInvitation: {
    tag: "Tokens",
    summary: "Invite somebody to the pages",
    description:
      "Creates a token and a link that signs in whoever opens it first and accepts. Opening the link alone uses nothing, so " +
      "previews of chats do no harm. Until it is accepted the token opens nothing.",
    body: forms.invitation,
    status: 201,
    reply: { description: "The invitation", schema: invitationShape },
    refusals: [409],
  },
};
