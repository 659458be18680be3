import * as z from "zod";
import { base32, type IdPrefix } from "../../core/ids.ts";
import type { Json } from "../../core/json.ts";
import { ok, type Result } from "../../core/result.ts";
import { scopes, tokenView, type Token } from "../browse/token-view.ts";
import { readForm } from "./form.ts";
import { instantForm } from "./instant-form.ts";
import { mergePatch } from "./merge-patch.ts";
import { full } from "./quotas.ts";
import { invalid, missing, type Refusal } from "./refusal.ts";
import { nameText } from "./texts.ts";

export interface TokenDeps {
  find(id: string): Promise<Token | null>;
  /** Keeps the token with the hash of its secret; false where there may be no more. */
  add(token: Token, secret: string): Promise<boolean>;
  /** False where it is no more. */
  change(token: Token): Promise<boolean>;
  /** False where there is none. */
  remove(id: string): Promise<boolean>;
  newId(prefix: IdPrefix): string;
  /** As many random bytes. */
  randomBytes(count: number): Uint8Array;
  wallNow(): number;
}

/** What a person says of a token. */
export const tokenForm = z.strictObject({
  name: nameText(100),
  scopes: z
    .array(z.enum(scopes, `must be one of: ${scopes.join(", ")}`))
    .min(1, "must name at least one scope")
    .max(3)
    .transform((all) => scopes.filter((scope) => all.includes(scope))),
  expiresAt: instantForm.nullable().default(null),
});

/** 52 characters of 5 bits each. */
const SECRET_BYTES = 52;

/** A new token, and its secret: shown this once. */
export async function createToken(
  body: unknown,
  deps: TokenDeps,
): Promise<Result<{ token: Token; secret: string }, Refusal>> {
  const form = readForm(tokenForm, body);
  if (!form.ok) return form;
  const now = deps.wallNow();
  if (form.value.expiresAt !== null && form.value.expiresAt <= now)
    return invalid("/expiresAt", "must be in the future");
  const token: Token = { id: deps.newId("tok"), ...form.value, createdAt: now, lastUsedAt: null };
  const secret = `tly_${base32(deps.randomBytes(SECRET_BYTES))}`;
  return (await deps.add(token, secret)) ? ok({ token, secret }) : full("tokens");
}

/** Applies a merge patch; an `expiresAt` that has passed ends the token. */
export async function changeToken(before: Token, patch: Json, deps: TokenDeps): Promise<Result<Token, Refusal>> {
  const { id: _id, createdAt: _createdAt, lastUsedAt: _lastUsedAt, ...kept } = tokenView(before);
  const form = readForm(tokenForm, mergePatch(kept, patch));
  if (!form.ok) return form;
  const token = { ...before, ...form.value };
  return (await deps.change(token)) ? ok(token) : missing("token");
}
