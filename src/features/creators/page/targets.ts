import { granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { change } from "../../../resources/write/write-resource.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { backTo, formsAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import { target } from "../resource/target.ts";
import { bulkPages } from "./bulk.ts";
import { checkedNow } from "./check-now.ts";
import { onePages } from "./creator.tsx";
import { listPages } from "./creators.tsx";
import { goalPages } from "./goals.tsx";
import { otherPages } from "./other-pages.tsx";
import { addPages } from "./paste.tsx";
import { snoozePages } from "./snooze.tsx";
import type { PollingPorts } from "../../../engine/upstream/poll-now.ts";

async function check(context: PageContext<PollingPorts>): Promise<Response> {
  const text = await checkedNow(await recordAt(target, context), context);
  return backTo("/", { text }, context);
}

/** Pauses or resumes a target. */
const enabling = (enabled: boolean) => async (context: PageContext) => {
  const one = await recordAt(target, context);
  const created = granted(await change(target, one, { enabled }, undoneRevisions(context), storeDeps(context, 200)));
  const flash = enabled
    ? { text: t("{name} resumed", { name: displayedName(one.name) }) }
    : {
        text: t("{name} paused", { name: displayedName(one.name) }),
        ...undoOf(`/creators/${one.id}/resume`, created.one.revision),
      };
  return backTo("/", flash, context);
};

const post = formsAt("");

/** The forms on the Now page that fix one target and return there. */
const repairPages = [
  post("/now/{id}/check", "pollTarget", check),
  post("/creators/{id}/pause", "changeTarget", enabling(false)),
  post("/creators/{id}/resume", "changeTarget", enabling(true)),
];

/** The lists and pages of all targets. Fixed paths come before paths with an id. */
export const targetPages = [
  ...repairPages,
  ...listPages,
  ...addPages,
  ...bulkPages,
  ...onePages,
  ...snoozePages,
  ...goalPages,
  ...otherPages,
];
