import { placeholderNames } from "../service/define/values.ts";
import { operationToUse } from "../service/define/store-operation.ts";
import { create } from "../../resources/write/write-resource.ts";
import { pollSeveral } from "../creators/poll-several.ts";
import { subscription } from "../alerts/resource/subscription.ts";
import type { Target } from "../creators/resource/form.ts";
import { target } from "../creators/resource/target.ts";
import { reaches } from "../../http/auth.ts";
import { granted, Problem, invalidIn } from "../../http/problem.ts";
import { formsAt, pageAt, trialsAt, type PageContext, backTo, storeDeps, storeDepsAs } from "../../ui/page.ts";
import { DECLARED } from "../../ui/words/rooms.ts";
import { displayedName } from "../../ui/words/name.ts";
import { WATCH } from "./typed.ts";
import { tried, watchPage, type Needs, type Tried } from "./watch.tsx";
import { t } from "../../ui/words/text.ts";
import type { PollingPorts } from "../../engine/upstream/poll-now.ts";

/** Shows a try with its result. */
const displayedTry = (context: PageContext<Needs>, { typed, asked, found }: Tried, more = {}): Promise<Response> =>
  watchPage(context, { typed, asks: placeholderNames(asked), found, ...more });

async function tryIt(context: PageContext<Needs>): Promise<Response> {
  const arrived = await tried(context);
  return "shown" in arrived ? watchPage(context, arrived.shown) : displayedTry(context, arrived);
}

/** The events of an alert for one list or record. */
const EVENTS = { list: ["item.appeared"], record: ["field.*"] };

/** Tries once more, so that nothing is stored that does not work, and watches it. */
async function stored(context: PageContext<Needs & PollingPorts>): Promise<Response> {
  const arrived = await tried(context);
  if ("shown" in arrived) return watchPage(context, arrived.shown);
  const { ports, session } = context;
  const { typed, asked, operation, values, found } = arrived;
  const { reading } = found;
  const refused = (errors: { pointer: string; message: string }[], status = 422) =>
    displayedTry(context, arrived, { errors, status });
  if (Object.keys(reading.fields).length === 0)
    return refused([{ pointer: "", message: t("Choose at least one value.") }]);
  const use = operationToUse(operation, asked, reading, await ports.firstSteps.operations());
  if (!use.ok) return refused(use.error);
  const { name, definition } = use.value;
  if (definition !== null) {
    if (!reaches(session.actor, "admin"))
      return refused([
        { pointer: "", message: t("Only an owner can choose other values. Ask the owner of this Tallylight.") },
      ]);
    const contradiction = ports.service.contradiction(name, definition);
    if (contradiction !== null) throw new Problem(409, contradiction);
    await ports.service.keepOperation(name, definition);
    await context.writing("setOperation")([], { status: 200, body: null, headers: {}, subject: name });
  }
  const created = await create(
    target,
    {
      kind: reading.mode,
      name: typed.name,
      watchlistId: typed.list,
      params: { operation: name, values },
      settings: settingsOf(arrived),
    },
    storeDeps(context, 201),
  );
  const errors = invalidIn(created);
  if (errors !== null) return refused(errors);
  if (!created.ok && created.error.kind === "conflict")
    return refused([{ pointer: "", message: t("This is watched already, in this list.") }], 409);
  const one = granted(created).one as unknown as Target;
  if (typed.channel !== null && typed.channel !== "") await alertOn(context, one, typed.channel);
  await pollSeveral([one], ports.polling);
  const room = DECLARED.find(({ kind }) => kind === one.kind)!;
  return backTo(`${room.path}/${one.id}`, { text: t("{name} added", { name: displayedName(one.name) }) }, context);
}

/** The number of fields of a record that may have milestones. */
const MAX_WATCHED = 20;

/** A list with times of its items can tell new items from old ones that come back. A record's numbers have milestones. */
const settingsOf = ({ found: { reading, record } }: Tried) =>
  reading.mode === "list"
    ? reading.fields["time"] === undefined
      ? {}
      : { timeField: "time" }
    : {
        watch: Object.entries(record)
          .filter(([, value]) => typeof value === "number")
          .slice(0, MAX_WATCHED)
          .map(([field]) => ({ field })),
      };

/** Creates the alert for one target, with its own audit entry. */
async function alertOn(context: PageContext, one: Target, channelId: string): Promise<void> {
  const deps = storeDepsAs("createSubscription", context, 201);
  const body = { name: one.name, targetId: one.id, events: EVENTS[one.kind as keyof typeof EVENTS], channelId };
  granted(await create(subscription, body, deps));
}

/** The page that sets up a list or a record by trying it. */
export const watchPages = [
  pageAt<Needs>(WATCH, (context) => watchPage(context), "write"),
  trialsAt(WATCH)("", "probeOperation", tryIt),
  formsAt(WATCH)("/keep", "createTarget", stored),
];
