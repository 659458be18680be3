import { iso } from "../../../core/instant.ts";
import { create, remove } from "../../../resources/write/write-resource.ts";
import { silence, type Silence } from "../../silences/resource/silence.ts";
import type { Target } from "../resource/form.ts";
import { target } from "../resource/target.ts";
import { targetKinds } from "../../../kinds/registry.ts";
import { granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { objectIn } from "../../../ui/forms/fields.ts";
import { undoneRevisions, undoOf } from "../../../ui/forms/undo.ts";
import { backTo, formsAt, ownPath, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Form } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Note } from "../../../ui/parts/pieces.tsx";
import { EndSnooze, SnoozeButtons, untilIn } from "../../../ui/parts/snooze.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { meant, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Returns the page that the form was on. */
const arrivedFrom = (context: PageContext): string => ownPath(context.fields.text("from") || "/", context.url);

/** Returns the active snooze of this target alone, or null. */
export const ownSnooze = (silences: Silence[], { id }: Pick<Target, "id">, now: number): Silence | null =>
  silences.find(({ targetId, type, until }) => targetId === id && type === null && until > now) ?? null;

async function snoozed(context: PageContext): Promise<Response> {
  const one = await recordAt(target, context);
  const until = untilIn(context);
  const body = { targetId: one.id, until: iso(until), reason: "" };
  const created = granted(await create(silence, body, storeDeps(context, 201)));
  const undo = undoOf(`/snoozes/${created.one.id}/end`, created.one.revision, { from: arrivedFrom(context) });
  return backTo(
    arrivedFrom(context),
    { text: t("{name} snoozed", { name: displayedName(one.name) }), ...undo },
    context,
  );
}

async function ended(context: PageContext): Promise<Response> {
  const { fields } = context;
  const one = await recordAt(silence, context, "snooze");
  granted(await remove(silence, one, { cascade: false, revisions: undoneRevisions(context) }, storeDeps(context, 204)));
  const { targetId, watchlistId, type, until, reason } = one;
  const text = t("Snooze ended");
  const was = JSON.stringify({ targetId, watchlistId, type, until: iso(until), reason });
  const undo = { action: "/snoozes", fields: { was, from: arrivedFrom(context) } };
  return backTo(arrivedFrom(context), fields.has("undo") ? { text } : { text, undo }, context);
}

/** Undoes the end of a snooze. */
async function again(context: PageContext): Promise<Response> {
  granted(await create(silence, objectIn(context.fields, "was"), storeDeps(context, 201)));
  return backTo(arrivedFrom(context), { text: t("Snoozed again") }, context);
}

/** A creator's rankings and videos are watched by targets of their own, which a snooze of the creator does not reach. */
const isCreator = ({ kind }: Target): boolean => targetKinds[kind]?.page.watched === null;

/** The menu that snoozes one target. */
export const SnoozeMenu = ({ one, from }: { one: Target; from: string }) => (
  <details class="menu" data-key="snooze">
    <summary class="btn">
      <Icon name="moon" small />
      {meant("action", "Snooze")}
    </summary>
    <Form action={`/snoozes/${one.id}`} class="flow card">
      <p class="small soft">
        {isCreator(one)
          ? t("No alerts about streams. Rankings and videos still send theirs.")
          : t("No alerts from this page. Changes are still recorded.")}
      </p>
      <input type="hidden" name="from" value={from} />
      <SnoozeButtons />
    </Form>
  </details>
);

/** Says that a target is snoozed, with a button to end it. */
export const Snoozed = ({ of, one, from }: { of: Silence; one: Target; from: string }) => (
  <Note>
    <p>
      <T
        of={
          isCreator(one)
            ? "Snoozed until {time}: no alerts about streams. Rankings and videos still send theirs."
            : "Snoozed until {time}: no alerts from this page. Changes are still recorded."
        }
        time={<Time at={of.until} />}
      />
    </p>
    <EndSnooze of={of} from={from} />
  </Note>
);

const post = formsAt("/snoozes");

export const snoozePages = [
  post("", "createSilence", again),
  post("/{id}", "createSilence", snoozed),
  post("/{id}/end", "deleteSilence", ended),
];
