import { lazy } from "../../core/lazy.ts";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import { token } from "../../resources/tokens/token.ts";
import { create, type StoreDeps, type Written } from "./keep.ts";
import { readForm } from "../../resources/form.ts";

/** How long an invitation can be used. */
const INVITATION_MS = 7 * DAY_MS;

const SECRET_PREFIX = "tly_";
const INVITATION_PREFIX = "tli_";

/** True for the secret of an invitation, whether it is still good or not. */
export const isInvitation = (text: string): boolean => /^tli_[0-9a-z]{52}$/.test(text);

/** What an invitation says: the token that whoever uses it gets. */
export const invitationForm = lazy(() => token.form().omit({ expiresAt: true }).meta({ id: "NewInvitation" }));

/**
 * Creates the token of somebody who is invited. Until the invitation is used its secret opens nothing: the stored digest is
 * that of the invitation's secret, which no API request is looked up by. It ends after seven days.
 */
export async function invite(
  body: Json,
  deps: Omit<StoreDeps, "write"> & {
    write(steps: Parameters<StoreDeps["write"]>[0], written: Written, secret: string): ReturnType<StoreDeps["write"]>;
  },
): Promise<Result<{ written: Written; secret: string }, Refusal>> {
  const form = readForm(invitationForm(), body);
  if (!form.ok) return form;
  const expiresAt = iso(deps.wallNow() + INVITATION_MS);
  const invited = (secret: string) => secret.replace(SECRET_PREFIX, INVITATION_PREFIX);
  const secretOf = ({ made }: Written) => invited(made["token"]!);
  const created = await create(
    token,
    { ...(form.value as JsonObject), expiresAt },
    {
      ...deps,
      hash: (secret) => deps.hash(invited(secret)),
      write: (steps, written) => deps.write(steps, written!, secretOf(written!)),
    },
  );
  return created.ok ? ok({ written: created.value, secret: secretOf(created.value) }) : created;
}
