import * as z from "zod";
import { lazy } from "../../../src/core/lazy.ts";
import { at, atOrNull, text, textOrNull, whole, anything, wholeOrNull } from "./fields.ts";

const reasons = "Problems by code, worst first: `schema`, `database`, `tick_silent`, …; GET /v1/status has details.";

export const healthShape = lazy(() =>
  z
    .strictObject({
      status: z
        .enum(["ok", "degraded", "down"])
        .describe("`degraded`: some watching or sending still works; `down`: nothing works."),
      lastTickAt: atOrNull("The time of the last tick; null if there was none."),
      lastPollAt: atOrNull("When a batch of polls last finished; null if none has."),
      reasons: z.array(z.string()).describe(reasons),
      detail: text("What is wrong with the configuration, or how far the database is set up.").optional(),
      version: text("Tallylight's version."),
    })
    .meta({ id: "Health" }),
);

const unopened = lazy(() =>
  z.strictObject({
    channelId: textOrNull(
      "The ID of the channel whose settings no key can decrypt; null for the data service account.",
    ),
    name: text("The channel's name; empty for the data service account."),
    keyId: textOrNull("The ID of the key that encrypted it; null if the stored value is no ciphertext."),
  }),
);

export const sealedAnewShape = lazy(() =>
  z
    .strictObject({
      sealed: whole("Number of values that were re-encrypted."),
      left: whole("Number of values still encrypted with an earlier key that this request did not try."),
      unopened: z
        .array(unopened())
        .describe("What no key can decrypt: everything whose key is missing, and others that this request tried."),
    })
    .meta({ id: "SealedAnew" }),
);

const actor = lazy(() =>
  z.strictObject({
    tokenId: textOrNull("The token's ID; null for `ADMIN_TOKEN` and for failed sign-ins."),
    name: text("The token's name; `nobody` for failed sign-ins."),
  }),
);

export const auditShape = lazy(() =>
  z
    .strictObject({
      at: at("The time of the request."),
      actor: actor().describe("Who made the request."),
      operation: text("The operation's ID in this document, such as `changeTarget`."),
      subject: textOrNull("The ID of the resource that was changed or created; null if there is no single one."),
      request: anything("The request, without secrets and shortened if it is long, or a short summary."),
      status: wholeOrNull("The HTTP status of the response; null for entries of an older version."),
      address: textOrNull("The client's IP address; null if unknown."),
    })
    .meta({ id: "AuditEntry" }),
);

export const signInShape = lazy(() =>
  z
    .strictObject({
      id: text("The ID of the sign-in."),
      name: text("The name of the token used to sign in, or `ADMIN_TOKEN`."),
      createdAt: at("When it began."),
      lastSeenAt: at("When it was last used, to the nearest five minutes."),
      address: textOrNull("The IP address that last used it; null if unknown."),
      agent: textOrNull("The browser's `User-Agent`; null if it sent none."),
    })
    .meta({ id: "SignIn" }),
);
