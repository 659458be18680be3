import { change, create } from "../../../resources/write/write-resource.ts";
import { channel } from "../../channels/resource/channel.ts";
import { target } from "../../creators/resource/target.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { afterRepair } from "../../messages/message-address.ts";
import { backTo, formsAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { displayedName } from "../../../ui/words/name.ts";
import { WHO } from "./empty.tsx";
import { secretControls } from "./attention.tsx";
import { showNow } from "./now.tsx";
import { t } from "../../../ui/words/text.ts";
import type { NowPorts } from "../now-reading.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { MessagePorts } from "../../messages/messages.ts";

async function revive(context: PageContext<NowPorts & HealthPorts & MessagePorts>): Promise<Response> {
  const one = await recordAt(channel, context);
  const controls = secretControls(one.kind, context.ports.keep.limits);
  const patch = { ...jsonOf(controls, context.fields), enabled: true };
  const changed = await change(channel, one, patch, null, storeDeps(context, 200));
  const errors = invalidIn(changed);
  if (errors !== null) return showNow(context, { of: one.id, typed: context.fields.text("/settings/url"), errors });
  granted(changed);
  const flash = { text: t("Messages to {name} resumed", { name: displayedName(one.name) }) };
  return backTo(await afterRepair(one.id, "/", context), flash, context);
}

/** Parses what somebody typed as a user id, a link or a handle. */
const paramsIn = (text: string) =>
  /^\d+$/.test(text) ? { userId: text } : /^https?:\/\//i.test(text) ? { url: text } : { handle: text };

async function first(context: PageContext<NowPorts & HealthPorts>): Promise<Response> {
  const typed = context.fields.text(WHO).trim();
  const params = paramsIn(typed);
  const name = displayedName(typed.replace(/^https?:\/\/[^@]*@?|^@/i, ""), "");
  const created = await create(target, { kind: "live", name, params }, storeDeps(context, 201));
  // The form has one field, so every error is shown there.
  const errors = invalidIn(created)
    ?.slice(0, 1)
    .map(({ message }) => ({ pointer: WHO, message }));
  if (errors !== undefined) return showNow(context, { of: WHO, typed, errors });
  return backTo(
    "/",
    { text: t("{name} added", { name: displayedName(String(granted(created).one["name"])) }) },
    context,
  );
}

const post = formsAt("");

/** The forms by which the Now page resolves problems in place. */
export const repairPages = [
  post("/creators/first", "createTarget", first),
  post("/channels/{id}/revive", "changeChannel", revive),
];
