import { lazy } from "../../core/lazy.ts";
import { DAY_MS } from "../../core/duration.ts";
import { iso } from "../../core/instant.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Refusal } from "../../core/refusal.ts";
import { ok, type Result } from "../../core/result.ts";
import { token } from "./resource/token.ts";
import { create, type StoreDeps, type Written } from "../../resources/write/write-resource.ts";
import { readForm } from "../../resources/form.ts";

/** The lifetime of an invitation. */
const INVITATION_MS = 7 * DAY_MS;

const SECRET_PREFIX = "tly_";
const INVITATION_PREFIX = "tli_";

/** Reports whether a text has the form of an invitation's secret. It may be expired. */
export const isInvitation = (text: string): boolean => /^tli_[0-9a-z]{52}$/.test(text);

/** The form of an invitation: the token that its user receives. */
export const invitationForm = lazy(() =>
  token.form().omit({ expiresAt: true, email: true }).meta({ id: "NewInvitation" }),
);

/**
 * Creates the token of an invited person. Its stored digest is that of the invitation's secret, which API requests are
 * never looked up by. So the token cannot be used before the invitation is accepted, and it expires after seven days.
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
