import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { anything, at, text, textOrNull, wholeOrNull } from "../../resources/shape-fields.ts";

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
