import { change } from "../../../flows/manage/keep.ts";
import { target } from "../../../resources/targets/target.ts";
import { found, granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { takesBack, undoOf } from "../forms/undo.ts";
import { keepDeps } from "../keep.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { lookedAgain } from "./look-again.ts";

const targetOf = async ({ ports, params }: Visit) => found(await ports.keep.find(target, params["id"]!), target.noun);

async function check(visit: Visit): Promise<Response> {
  const text = await lookedAgain(await targetOf(visit), visit);
  return seeOther("/", await flashed({ text }, visit.ports));
}

/** Pauses a target, or takes that back. */
const enabling = (enabled: boolean) => async (visit: Visit) => {
  const one = await targetOf(visit);
  const made = granted(await change(target, one, { enabled }, takesBack(visit), keepDeps(visit, 200)));
  const flash = enabled
    ? { text: `${shownName(one.name)} resumed` }
    : { text: `${shownName(one.name)} paused`, ...undoOf(`/creators/${one.id}/resume`, made.one.revision) };
  return seeOther("/", await flashed(flash, visit.ports));
};

/** What mends one target from the first page, and leads back there. */
export const repairPages: Page[] = [
  { method: "post", path: "/now/{id}/check", scope: "write", operation: "pollTarget", handle: check },
  { method: "post", path: "/creators/{id}/pause", scope: "write", operation: "changeTarget", handle: enabling(false) },
  { method: "post", path: "/creators/{id}/resume", scope: "write", operation: "changeTarget", handle: enabling(true) },
];
