import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import type { Json } from "../../core/json.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { invalid, type Refusal } from "../../core/refusal.ts";
import { digitsOrNumber } from "../../kinds/id-digits.ts";
import { liveParams } from "../../kinds/live/params.ts";
import { targetKinds } from "../../kinds/registry.ts";
import { readForm } from "../../resources/form.ts";

/** Whom a hint is about: a target's id, or the identity of a creator. */
export interface Hint {
  by: "targetId" | "userId" | "handle";
  value: string;
}

/** The fields of a hint, in a body or a query. */
export const hintFields = () => {
  const { userId, handle } = liveParams().shape;
  return {
    targetId: z.string().max(100, "must have at most 100 characters").optional().describe("The target's ID."),
    userId: digitsOrNumber(userId.unwrap())
      .optional()
      .describe("The creator's ID, digits. It can be a number if it has at most 15 digits."),
    handle: handle.describe("The creator's handle: `maria`, `@maria` or the profile's address."),
  };
};

const form = lazy(() => z.strictObject(hintFields()).meta({ id: "Hint" }));

export const hintForm = form;

const ONE = "name one creator: targetId, userId or handle";

/** Reads a hint. The error lists the fields that are not valid. */
export function readHint(body: Json | undefined): Result<Hint, Refusal> {
  const read = readForm(form(), body);
  if (!read.ok) return read;
  const named = Object.entries(read.value).filter((entry): entry is [Hint["by"], string] => entry[1] !== undefined);
  const [only] = named;
  if (only === undefined || named.length > 1) return err(invalidHint(named.length === 0 ? "" : `/${named[1]![0]}`));
  const [by, value] = only;
  if (by === "targetId") return ok({ by, value });
  return ok({ by, value: targetKinds["live"]!.identity({ [by]: value }) });
}

const invalidHint = (pointer: string): Refusal => ({ kind: "invalid", errors: [{ pointer, message: ONE }] });

/** The answer to a hint at nobody whom the hook may name, wherever else they are. */
export const unknownHint = ({ by }: Hint): Result<never, Refusal> =>
  invalid(`/${by}`, "names no target of this hook's watchlist");
