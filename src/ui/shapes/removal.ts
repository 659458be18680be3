import { remove } from "../../resources/write/write-resource.ts";
import type { AnyStored, Base, Declared } from "../../resources/resource.ts";
import type { Flash } from "../flash.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/preconditions.ts";
import { backTo, type PageContext, storeDeps } from "../page.ts";
import { displayedName } from "../words/name.ts";

/** Deletes a record and returns to its list, with a message, and with an Undo if there is one. */
export const removal =
  <One extends Base>(
    of: Declared<One>,
    list: string,
    reported: (name: string) => string,
    undo: (one: One) => Pick<Flash, "undo"> = () => ({}),
  ) =>
  async (context: PageContext): Promise<Response> => {
    const one = await recordAt(of, context);
    granted(await remove(of, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
    return backTo(list, { text: reported(displayedName(String((one as AnyStored)["name"]))), ...undo(one) }, context);
  };
