import { remove } from "../../resources/write/write-resource.ts";
import type { AnyStored, Base, Declared } from "../../resources/resource.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/preconditions.ts";
import { backTo, type PageContext, storeDeps } from "../page.ts";
import { displayedName } from "../words/name.ts";

/** Deletes a record and returns to its list, with a message. */
export const removal =
  <One extends Base>(of: Declared<One>, list: string, reported: (name: string) => string) =>
  async (context: PageContext): Promise<Response> => {
    const one = await recordAt(of, context);
    granted(await remove(of, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
    return backTo(list, { text: reported(displayedName(String((one as AnyStored)["name"]))) }, context);
  };
