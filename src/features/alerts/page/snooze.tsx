import { iso } from "../../../core/instant.ts";
import type { AlertNames } from "../alerts.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { silence, type Silence } from "../../silences/resource/silence.ts";
import { subscription, type Subscription } from "../resource/subscription.ts";
import { granted } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { undoOf } from "../../../ui/forms/undo.ts";
import { backTo, formsAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Form } from "../../../ui/parts/form.tsx";
import { EndSnooze, SnoozeButtons, untilIn } from "../../../ui/parts/snooze.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { ALERTS, PLACE } from "./draft.ts";
import { happens } from "./words.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** The narrowest silence that covers everything the alert sends. */
function coveredIn({
  targetId,
  watchlistId,
  events,
}: Subscription): Pick<Silence, "targetId" | "watchlistId" | "type"> {
  const prefixes = [...new Set(events.map((one) => (one === "*" ? "*" : `${one.split(".")[0]}.*`)))];
  const type = events.length === 1 ? events[0]! : prefixes.length === 1 ? prefixes[0]! : null;
  return { targetId, watchlistId: targetId === null ? watchlistId : null, type: type === "*" ? null : type };
}

/** The scope of a silence as text. */
function SilenceWords({
  of: one,
  names,
}: {
  of: Pick<Silence, "targetId" | "watchlistId" | "type">;
  names: AlertNames;
}) {
  const named = (all: { id: string; name: string }[], id: string) => (
    <b>
      <Name of={all.find((other) => other.id === id)?.name ?? t("(deleted)")} />
    </b>
  );
  const subject =
    one.targetId !== null ? (
      named(names.targets, one.targetId)
    ) : one.watchlistId !== null ? (
      <T of="list {name}" name={named(names.lists, one.watchlistId)} />
    ) : (
      <b>{t("everyone")}</b>
    );
  return one.type === null ? subject : <T of="{subject}: {event}" subject={subject} event={happens(one.type)} />;
}

/** The form that snoozes an alert. */
export const SnoozeForm = ({ one, names }: { one: Subscription; names: AlertNames }) => (
  <details class="menu" data-key="snooze">
    <summary class="btn">
      <Icon name="clock" small />
      {t("Snooze")}
    </summary>
    <Form action={`${ALERTS}/${one.id}/snooze`} class="flow card">
      <p class="small">
        <T
          of="No messages on any channel about {subject}"
          subject={<SilenceWords of={coveredIn(one)} names={names} />}
        />
      </p>
      <SnoozeButtons />
    </Form>
  </details>
);

/** Current snoozes, with buttons to end them. */
export const Snoozed = ({ names }: { names: AlertNames }) =>
  names.silences.length === 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="snoozed">
      <div class="cap">
        <h2 id="snoozed">{t("Snoozed now")}</h2>
      </div>
      <ul class="rows">
        {names.silences.slice(0, 50).map((one) => (
          <li class="used came">
            <Icon name="clock" small />
            <p>
              <T
                of="{subject}, until {when}"
                subject={<SilenceWords of={one} names={names} />}
                when={<Time at={one.until} />}
              />
              {one.reason === "" ? null : (
                <small class="soft">
                  {" "}
                  <bdi class="nm">{displayedName(one.reason)}</bdi>
                </small>
              )}
            </p>
            <EndSnooze of={one} from={ALERTS} />
          </li>
        ))}
      </ul>
    </section>
  );

/** Snoozes an alert. */
async function snoozed(context: PageContext): Promise<Response> {
  const one = await recordAt(subscription, context, PLACE.noun);
  const reason = t("from the alert “{name}”", { name: displayedName(one.name) })
    .slice(0, 500)
    .toWellFormed();
  const body = { ...coveredIn(one), until: iso(untilIn(context)), reason };
  const created = granted(await create(silence, body, storeDeps(context, 201)));
  const undo = undoOf(`/snoozes/${created.one.id}/end`, created.one.revision, { from: ALERTS });
  return backTo(ALERTS, { text: t("Snoozed"), ...undo }, context);
}

const post = formsAt(ALERTS);

/** The list has all snoozes. Ending one belongs to the pages of creators. */
export const snoozePages = [post("/{id}/snooze", "createSilence", snoozed)];
