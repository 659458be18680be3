import { change } from "../../../flows/manage/keep.ts";
import { target } from "../../../resources/targets/target.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { takesBack, undoOf } from "../forms/undo.ts";
import { storeDeps } from "../keep.ts";
import { formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { lookedAgain } from "./look-again.ts";

const targetOf = async ({ ports, params }: Visit<"keep">) =>
  found(await ports.keep.find(target, params["id"]!), target.noun);

async function check(context: Visit<"keep" | "polling">): Promise<Response> {
  const text = await lookedAgain(await targetOf(context), context);
  return seeOther("/", await flashed({ text }, context));
}

/** Pauses a target, or takes that back. */
const enabling = (enabled: boolean) => async (context: Visit<"keep">) => {
  const one = await targetOf(context);
  const created = granted(await change(target, one, { enabled }, takesBack(context), storeDeps(context, 200)));
  const flash = enabled
    ? { text: `${shownName(one.name)} resumed` }
    : { text: `${shownName(one.name)} paused`, ...undoOf(`/creators/${one.id}/resume`, created.one.revision) };
  return seeOther("/", await flashed(flash, context));
};

const post = formsAt("");

/** What mends one target from the first page, and leads back there. */
export const repairPages: Page[] = [
  post("/now/{id}/check", "pollTarget", ["keep", "polling"], check),
  post("/creators/{id}/pause", "changeTarget", ["keep"], enabling(false)),
  post("/creators/{id}/resume", "changeTarget", ["keep"], enabling(true)),
];
