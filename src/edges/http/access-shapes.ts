import { z } from "@hono/zod-openapi";
import { scopes } from "../../flows/browse/token-view.ts";
import { instant } from "./shapes.ts";

const token = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
};

export const tokenShape = z.strictObject(token).openapi("Token");

export const madeTokenShape = z.strictObject({ ...token, token: z.string() }).openapi("MadeToken");

export const auditShape = z
  .strictObject({
    at: instant,
    actor: z.strictObject({ tokenId: z.string().nullable(), name: z.string() }),
    operation: z.string(),
    subject: z.string().nullable(),
    request: z.unknown(),
  })
  .openapi("AuditEntry");
