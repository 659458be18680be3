import { change } from "../../../flows/manage/keep.ts";
import { target } from "../../../resources/targets/target.ts";
import { granted } from "../../http/problem.ts";
import { recordAt } from "../../http/record-at.ts";
import { backTo } from "../back-to.ts";
import { takesBack, undoOf } from "../forms/undo.ts";
import { storeDeps } from "../keep.ts";
import { formsAt, type Page, type PageContext } from "../page.ts";
import { shownName } from "../words/name.ts";
import { lookedAgain } from "./look-again.ts";

async function check(context: PageContext<"keep" | "polling">): Promise<Response> {
  const text = await lookedAgain(await recordAt(target, context), context);
  return backTo("/", { text }, context);
}

/** Pauses a target, or takes that back. */
const enabling = (enabled: boolean) => async (context: PageContext<"keep">) => {
  const one = await recordAt(target, context);
  const created = granted(await change(target, one, { enabled }, takesBack(context), storeDeps(context, 200)));
  const flash = enabled
    ? { text: `${shownName(one.name)} resumed` }
    : { text: `${shownName(one.name)} paused`, ...undoOf(`/creators/${one.id}/resume`, created.one.revision) };
  return backTo("/", flash, context);
};

const post = formsAt("");

/** What mends one target from the first page, and leads back there. */
export const repairPages: Page[] = [
  post("/now/{id}/check", "pollTarget", ["keep", "polling"], check),
  post("/creators/{id}/pause", "changeTarget", ["keep"], enabling(false)),
  post("/creators/{id}/resume", "changeTarget", ["keep"], enabling(true)),
];
