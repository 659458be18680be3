import type { Declared } from "../../../resources/resource.ts";
import { MAX_USERS } from "../../../core/refusal.ts";
import { create, remove } from "../../../resources/write/write-resource.ts";
import { subscription } from "../../alerts/resource/subscription.ts";
import { board } from "../../boards/resource/board.ts";
import { digest } from "../../digests/resource/digest.ts";
import { channel } from "../resource/channel.ts";
import type { Channel } from "../resource/form.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { granted, Problem } from "../../../http/problem.ts";
import { canBeUndone } from "../../../ui/flash.ts";
import { removedAlong, removedIn, undoOfRemoval, type Removal } from "../../../ui/forms/removed.ts";
import { backTo, type PageContext, storeDeps, storeDepsAs } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { CHANNELS } from "./place.ts";

/** What is deleted with the channel that it sends to, and the operation that brings it back. */
const ALONG: [of: Declared, creates: string][] = [
  [subscription, "createSubscription"],
  [digest, "createDigest"],
  [board, "createBoard"],
];

/** More than an Undo holds. */
const TOO_MUCH = marked("Too much is sent here to delete it all at once. Turn the channel off instead.");

/** What uses a channel, by resource. Throws the 409 Problem for more than can be deleted at once. */
async function usersOf({ id }: Channel, { ports }: PageContext): Promise<Removal[]> {
  const users = await ports.keep.usersOf(channel, id);
  const all: Removal[] = [];
  for (const [of] of ALONG) {
    const ids = users.filter(({ type }) => type === of.noun).map((user) => user.id);
    if (ids.length >= MAX_USERS) throw new Problem(409, t(TOO_MUCH));
    if (ids.length > 0) all.push({ of, all: await ports.keep.known(of, ids) });
  }
  return all;
}

/** Deletes a channel with what sends to it, which comes back with it. */
export async function deleted(context: PageContext): Promise<Response> {
  const one = await recordAt<Channel>(channel, context);
  const along = await usersOf(one, context);
  const undo = await undoOfRemoval(`${CHANNELS}/restore`, channel, [one as never], context, along);
  const flash = { text: t("{name} deleted", { name: displayedName(one.name) }), ...undo };
  if (!(await canBeUndone(CHANNELS, flash, context))) throw new Problem(409, t(TOO_MUCH));
  const wish = { cascade: along.length > 0, revisions: null };
  granted(await remove(channel, one as never, wish, storeDeps(context, 204)));
  return backTo(CHANNELS, flash, context);
}

/** Undoes a deletion. What was skipped meanwhile stays skipped. */
export async function restored(context: PageContext): Promise<Response> {
  const [removed] = await removedIn(channel, context);
  if (removed === undefined) return backTo(CHANNELS, { text: t("Nothing changed") }, context);
  const { id, form } = removed;
  const { one } = granted(await create(channel, form, { ...storeDeps(context, 201), newId: () => id }));
  for (const [of, creates] of ALONG)
    for (const also of await removedAlong(channel, of, context))
      granted(await create(of, also.form, { ...storeDepsAs(creates, context, 201), newId: () => also.id }));
  return backTo(CHANNELS, { text: t("{name} is back", { name: displayedName(String(one["name"])) }) }, context);
}
