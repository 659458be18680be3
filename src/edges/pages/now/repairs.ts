import { change, create } from "../../../flows/manage/keep.ts";
import { channel } from "../../../resources/channels/channel.ts";
import { target } from "../../../resources/targets/target.ts";
import { found, granted } from "../../http/problem.ts";
import { jsonOf } from "../forms/controls.ts";
import { flashed } from "../flash.ts";
import { storeDeps } from "../keep.ts";
import { afterRepair } from "../words/message-address.ts";
import { formsAt, seeOther, type Page, type Visit } from "../page.ts";
import { shownName } from "../words/name.ts";
import { WHO } from "./empty.tsx";
import { secretControls } from "./hand.tsx";
import { showNow } from "./now.tsx";

async function revive(context: Visit<"keep" | "now" | "health" | "messages">): Promise<Response> {
  const one = found(await context.ports.keep.find(channel, context.params["id"]!), channel.noun);
  const controls = secretControls(one.kind, context.ports.keep.limits);
  const patch = { ...jsonOf(controls, context.fields), enabled: true };
  const changed = await change(channel, one, patch, null, storeDeps(context, 200));
  if (!changed.ok && changed.error.kind === "invalid") {
    const typed = context.fields.text("/settings/url");
    return showNow(context, { of: one.id, typed, errors: changed.error.errors });
  }
  granted(changed);
  const flash = { text: `Messages to ${shownName(one.name)} resumed` };
  return seeOther(await afterRepair(one.id, "/", context), await flashed(flash, context));
}

/** Who is meant by what somebody typed: a user id, a link, or a name. */
const paramsIn = (text: string) =>
  /^\d+$/.test(text) ? { userId: text } : /^https?:\/\//i.test(text) ? { url: text } : { handle: text };

async function first(context: Visit<"keep" | "now" | "health">): Promise<Response> {
  const typed = context.fields.text(WHO).trim();
  const params = paramsIn(typed);
  const name = shownName(typed.replace(/^https?:\/\/[^@]*@?|^@/i, ""), "");
  const created = await create(target, { kind: "live", name, params }, storeDeps(context, 201));
  if (created.ok)
    return seeOther("/", await flashed({ text: `${shownName(String(created.value.one["name"]))} added` }, context));
  if (created.error.kind !== "invalid") return granted(created);
  // All that is wrong is wrong with the one field that there is.
  const errors = created.error.errors.slice(0, 1).map(({ message }) => ({ pointer: WHO, message }));
  return showNow(context, { of: WHO, typed, errors });
}

const post = formsAt("");

/** What the page of now mends in place. */
export const repairPages: Page[] = [
  post("/creators/first", "createTarget", ["keep", "health", "now"], first),
  post("/channels/{id}/revive", "changeChannel", ["health", "messages", "keep", "now"], revive),
];
