import type { Listed, Page, SeqKey } from "../../../core/page.ts";
import type { SignIn } from "../../../core/sign-in.ts";
import type { JsonObject } from "../../../core/json.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { granted } from "../../../http/problem.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { formOf } from "../../../resources/view.ts";
import { create, remove } from "../../../resources/write/write-resource.ts";
import { openedUndo, sealedUndo } from "../../../ui/forms/removed.ts";
import { backTo, type PageContext, storeDeps, storeDepsAs } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import type { SessionPorts } from "../../../ui/session.ts";
import { token, type Token } from "../resource/token.ts";
import { PEOPLE } from "./role.tsx";

interface SignInsPort {
  signIns: { list(holder: string, page: Page<SeqKey>, now: number): Promise<Listed<SignIn, SeqKey>> };
}

/** What an Undo of a removal brings back. It is sealed: nobody chooses an id or a digest. */
interface Removed {
  id: string;
  form: JsonObject;
  /** The digest of the secret, so that the same token or invitation works again. */
  hash: string;
  /** The devices on which they were signed in, latest first. */
  signIns: SignIn[];
}

/** The most sign-ins that come back: they travel in a cookie. */
const MAX_SIGN_INS = 4;

/** Removes a person, with an Undo. */
export async function personRemoved(context: PageContext<SessionPorts & SignInsPort>): Promise<Response> {
  const { ports } = context;
  const one: Token = await recordAt(token, context);
  const removed: Removed = {
    id: one.id,
    form: formOf(token, one as unknown as AnyStored),
    hash: one.hash,
    signIns: (await ports.signIns.list(one.id, { limit: MAX_SIGN_INS, after: null }, ports.keep.wallNow())).items,
  };
  const undo = await sealedUndo(`${PEOPLE}/restore`, token, removed as unknown as JsonObject, context);
  granted(await remove(token, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
  return backTo(PEOPLE, { text: t("{name} removed", { name: displayedName(one.name) }), ...undo }, context);
}

/** Undoes a removal: the same token, and whoever was signed in with it is again. */
export async function personRestored(context: PageContext<SessionPorts & SignInsPort>): Promise<Response> {
  const { ports } = context;
  const { id, form, hash, signIns } = (await openedUndo(token, context)) as unknown as Removed;
  const name = displayedName(form["name"] as string);
  if ((await ports.keep.find(token, id)) !== null) return backTo(PEOPLE, { text: t("Nothing changed") }, context);
  const deps = { ...storeDepsAs("createToken", context, 201), newId: () => id, hash: () => Promise.resolve(hash) };
  granted(await create(token, form, deps));
  for (const { id: signIn, createdAt: at, address, agent, email } of signIns.toReversed())
    await ports.signIns.add({ id: signIn, holder: id, at, address, agent, email }, null);
  return backTo(PEOPLE, { text: t("{name} is back", { name }) }, context);
}
