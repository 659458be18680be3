import { instantOf } from "../../../core/instant-of.ts";
import { iso } from "../../../core/instant.ts";
import type { JsonObject } from "../../../core/json.ts";
import { nextTime } from "../../../core/schedule.ts";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import { create, remove } from "../../../flows/manage/keep.ts";
import { silence, type Silence } from "../../../resources/silences/silence.ts";
import type { Subscription } from "../../../resources/subscriptions/subscription.ts";
import { found, granted, Problem } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { keepDeps } from "../keep.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Name, shownName } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { ALERTS, theAlert } from "./place.ts";

import { happens } from "./words.ts";

const HOUR_MS = 3_600_000;

const LENGTHS: Record<string, string> = {
  "1": "an hour",
  "4": "4 hours",
  morning: "till the morning",
  "168": "a week",
};

/** When a snooze ends, epoch ms. The morning is eight o'clock on the reader's clock. */
function endOf(length: string, { now, zone }: Visit): number {
  if (length !== "morning") return now + Number(length) * HOUR_MS;
  return nextTime({ pattern: "0 8 * * *", timezone: zone }, now + 4 * HOUR_MS) ?? now + 12 * HOUR_MS;
}

/** What an alert tells of, as a silence says it: the narrowest that takes all of it in. */
function coveredIn({
  targetId,
  watchlistId,
  events,
}: Subscription): Pick<Silence, "targetId" | "watchlistId" | "type"> {
  const prefixes = [...new Set(events.map((one) => (one === "*" ? "*" : `${one.split(".")[0]}.*`)))];
  const type = events.length === 1 ? events[0]! : prefixes.length === 1 ? prefixes[0]! : null;
  return { targetId, watchlistId: targetId === null ? watchlistId : null, type: type === "*" ? null : type };
}

/** What a silence covers, in words. */
export function SilenceWords({
  of: one,
  names,
}: {
  of: Pick<Silence, "targetId" | "watchlistId" | "type">;
  names: AlertNames;
}) {
  const named = (all: { id: string; name: string }[], id: string) => (
    <b>
      <Name of={all.find((other) => other.id === id)?.name ?? "one that is gone"} />
    </b>
  );
  return (
    <>
      {one.targetId !== null ? (
        named(names.targets, one.targetId)
      ) : one.watchlistId !== null ? (
        <>list {named(names.lists, one.watchlistId)}</>
      ) : (
        <b>everyone</b>
      )}
      {one.type === null ? "" : `: who ${happens(one.type)}`}
    </>
  );
}

/** Silences what an alert tells of for a while. */
export const SnoozeForm = ({ one, names }: { one: Subscription; names: AlertNames }) => (
  <details class="drop">
    <summary class="btn">
      <Icon name="clock" small />
      Snooze
    </summary>
    <Form action={`${ALERTS}/${one.id}/snooze`} class="card pad flow">
      <p class="small">
        Says nothing on any channel of <SilenceWords of={coveredIn(one)} names={names} />, for
      </p>
      <p class="line">
        {Object.entries(LENGTHS).map(([value, words]) => (
          <Button name="length" value={value}>
            {words}
          </Button>
        ))}
      </p>
    </Form>
  </details>
);

/** What is snoozed now, with what ends it. */
export const Snoozed = ({ names }: { names: AlertNames }) =>
  names.silences.length === 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="snoozed">
      <div class="cap">
        <h2 id="snoozed">Snoozed now</h2>
      </div>
      <ul class="rows">
        {names.silences.slice(0, 50).map((one) => (
          <li class="used came">
            <Icon name="clock" small />
            <p>
              <SilenceWords of={one} names={names} />, till <Time at={one.until} />
              {one.reason === "" ? null : (
                <small class="soft">
                  {" "}
                  <bdi class="nm">{shownName(one.reason)}</bdi>
                </small>
              )}
            </p>
            <Allowed scope="write">
              <Form action={`/snoozes/${one.id}/end`}>
                <Button>End</Button>
              </Form>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );

async function keepSilence(visit: Visit, body: JsonObject, back: boolean): Promise<Response> {
  const made = granted(await create(silence, body, keepDeps(visit, 201)));
  const undo = { action: `/snoozes/${made.one.id}/end`, fields: { back: "1" } };
  const flash = back ? { text: "Snoozed again" } : { text: `Snoozed till ${shortly(body["until"] as string)}`, undo };
  return seeOther(ALERTS, await flashed(flash, visit.ports));
}

const shortly = (until: string): string => `${until.slice(0, 16).replace("T", " ")} UTC`;

async function snooze(visit: Visit): Promise<Response> {
  const one = await theAlert(visit);
  const length = visit.fields.text("length");
  if (!Object.hasOwn(LENGTHS, length)) throw new Problem(400, "Choose for how long.");
  const until = iso(endOf(length, visit));
  const reason = `from the alert “${shownName(one.name)}”`.slice(0, 500).toWellFormed();
  return keepSilence(visit, { ...coveredIn(one), until, reason }, false);
}

async function end(visit: Visit): Promise<Response> {
  const { ports, params, fields } = visit;
  const one = found((await ports.keep.find(silence, params["id"]!)) as unknown as Silence | null, "snooze");
  granted(await remove(silence, one, { cascade: false, revisions: null }, keepDeps(visit, 204)));
  const { targetId, watchlistId, type, until, reason } = one;
  const was = JSON.stringify({ targetId, watchlistId, type, until: iso(until), reason });
  const text = "Told again";
  const flash = fields.has("back") ? { text } : { text, undo: { action: "/snoozes", fields: { was } } };
  return seeOther(ALERTS, await flashed(flash, ports));
}

/** Takes the end of a snooze back. */
async function again(visit: Visit): Promise<Response> {
  try {
    const body = JSON.parse(visit.fields.text("was")) as JsonObject;
    const until = instantOf(String(body["until"] as string));
    if (until !== null && until > visit.now) return await keepSilence(visit, body, true);
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown;
  }
  throw new Problem(400, "That snooze is over by now.");
}

const post = (path: string, operation: string, handle: (visit: Visit) => Promise<Response>): Page => ({
  method: "post",
  path,
  scope: "write",
  operation,
  handle,
});

export const snoozePages: Page[] = [
  post(`${ALERTS}/{id}/snooze`, "createSilence", snooze),
  post("/snoozes", "createSilence", again),
  post("/snoozes/{id}/end", "deleteSilence", end),
];
