import * as z from "zod";
import { scopes } from "../../flows/browse/token-view.ts";
import { instant } from "./fields.ts";

const token = {
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(scopes)),
  createdAt: instant,
  expiresAt: instant.nullable(),
  lastUsedAt: instant.nullable(),
};

export const tokenShape = z.strictObject(token).meta({ id: "Token" });

export const madeTokenShape = z.strictObject({ ...token, token: z.string() }).meta({ id: "MadeToken" });
