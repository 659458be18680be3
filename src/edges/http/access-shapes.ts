import * as z from "zod";
import { instant } from "./shapes.ts";

/** What stands for a long answer where its request is repeated. */
export const summaryShape = z
  .strictObject({ status: z.int(), about: z.string(), bytes: z.int(), sha256: z.string() })
  .meta({ id: "AnswerSummary" });

export const auditShape = z
  .strictObject({
    at: instant,
    actor: z.strictObject({ tokenId: z.string().nullable(), name: z.string() }),
    operation: z.string(),
    subject: z.string().nullable(),
    request: z.unknown(),
    status: z.int().nullable(),
    address: z.string().nullable(),
  })
  .meta({ id: "AuditEntry" });
