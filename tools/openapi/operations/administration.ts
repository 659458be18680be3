import * as z from "zod";
import { pageShape } from "../schema.ts";
import type { Documented } from "../documented.ts";
import { sealedAnewShape } from "../../../src/engine/upstream/shape.ts";
import { forms } from "../forms.ts";
import { settingsShape } from "../../../src/features/people/team-shape.ts";
import { signInShape } from "../../../src/features/sign-in/shape.ts";
import { lazy } from "../../../src/core/lazy.ts";
import { anything, at, instant, text, textOrNull, whole } from "../../../src/resources/shape-fields.ts";
import { scopes } from "../../../src/features/people/resource/scopes.ts";
import { planShape } from "../../../src/features/plan/shape.ts";

const actor = lazy(() =>
  z.strictObject({
    tokenId: textOrNull("The token's ID; null for `ADMIN_TOKEN` and for failed sign-ins."),
    name: text("The token's name; `nobody` for failed sign-ins."),
  }),
);

const auditShape = lazy(() =>
  z
    .strictObject({
      at: at("The time of the request."),
      actor: actor().describe("Who made the request."),
      operation: text("The operation's ID in this document, such as `changeTarget`."),
      subject: textOrNull("The ID of the resource that was changed or created; null if there is no single one."),
      request: anything("The request, without secrets and shortened if it is long, or a short summary."),
      status: whole("The HTTP status of the response."),
      address: textOrNull("The client's IP address; null if unknown."),
      requestId: textOrNull(
        "The id of the request, which is the `x-request-id` of an answer of the API; null for what came by a chat or a link.",
      ),
    })
    .meta({ id: "AuditEntry" }),
);

export const auditOperations: Record<string, Documented> = {
  listAudit: {
    tag: "Audit",
    summary: "List changes, newest first",
    description:
      "Records every change made through the API, for as long as events are stored: also test messages, polls, probes, requests refused with 403, 404, 409 or 422, exports with `secrets=encrypted`, and sign-ins and sign-outs of the dashboard. Failed sign-ins and forbidden reads are combined into one entry per address or token and ten minutes, with a `count`. Beyond 5,000 entries a day, entries that change nothing are counted per day. `subject` is the ID of what was changed or created, `request` the request without secrets or a short summary, `status` the response status and `address` the client address.",
    status: 200,
    reply: { description: "A page of changes", schema: () => pageShape(auditShape()) },
  },
};

export const backupOperations: Record<string, Documented> = {
  downloadBackup: {
    tag: "Backup",
    summary: "Download a backup",
    description:
      "The file that `npm run backup` writes, for `npm run restore`. Settings of channels in it are encrypted, and it does not contain the keys. Everything that is configured is from one moment; events and messages that come while it is read are left out. Answers 409 if there are more than 10,000 targets, or more rows than the plan lets one request read: then use the command. The download is recorded in the audit log.",
    status: 200,
    reply: { description: "The backup, gzipped JSON lines", media: "application/gzip" },
    refusals: [409],
  },
};

export const keysOperations: Record<string, Documented> = {
  sealAnew: {
    tag: "Keys",
    summary: "Re-encrypt everything with the first encryption key",
    description:
      "Re-encrypts channel settings and the data service account, up to 50 per request: repeat it until `left` is 0. Ticks do the same, 50 every ten minutes. `GET /v1/status` shows which keys are still needed.",
    status: 200,
    reply: { description: "What was re-encrypted, and what could not be", schema: sealedAnewShape },
  },
};

export const settingsOperations: Record<string, Documented> = {
  getSettings: {
    tag: "Settings",
    summary: "Get the team's settings",
    description: "What is in force, and which settings the environment sets.",
    status: 200,
    reply: { description: "The settings", schema: settingsShape },
  },
  setSettings: {
    tag: "Settings",
    summary: "Set the team's settings",
    description:
      "`timezone` applies to pages, reports, daily airtime and goals that have no time zone of their own, from the next request on. `pollsPerMinute` applies from the next tick on, `language` from the next message on. Fields that are missing stay as they are.",
    body: forms.settings,
    status: 200,
    reply: { description: "The settings in force", schema: settingsShape },
  },
};

export const signInsOperations: Record<string, Documented> = {
  listSignIns: {
    tag: "Sign-ins",
    summary: "List sign-ins to the dashboard, newest first",
    description:
      "A sign-in lasts 30 days, or until it is ended, its token is deleted or expires, or `ADMIN_TOKEN` changes.",
    status: 200,
    reply: { description: "A page of sign-ins", schema: () => pageShape(signInShape()) },
  },
  deleteSignIn: {
    tag: "Sign-ins",
    summary: "End a sign-in",
    description: "The browser must sign in again.",
    status: 204,
    reply: { description: "Ended" },
  },
};

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

export const planOperations: Record<string, Documented> = {
  getPlan: {
    tag: "System",
    summary: "Plan capacity",
    description:
      "Estimates how soon starts are detected and what polling uses of the data service and of Cloudflare, now and after a change. Computed from the last tick by the same functions that poll.",
    status: 200,
    reply: { description: "Now, and after the change", schema: () => planShape() },
  },
};
