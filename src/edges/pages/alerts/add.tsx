import type { FieldError } from "../../../core/refusal.ts";
import type { AnyKept } from "../../../resources/resource.ts";
import { subscriptionForm } from "../../../resources/subscriptions/subscription.ts";
import { controlsOf, type Control } from "../forms/controls.ts";
import type { Fields } from "../forms/fields.ts";
import { Button, Field, Form, Wrongs } from "../parts/form.tsx";
import { shownName } from "../parts/name.tsx";
import { HAPPENINGS, ON_END } from "./words.ts";

/** What a new alert may say as the API's form has it; whom and what it is about have fields of their own. */
export const ADD_CONTROLS = controlsOf(subscriptionForm, ["/channelId", "/onEnd"]);

const MENTION: Control = { sort: "text", choices: [], optional: true, fallback: "", about: "" };

const SHOWN = ["/channelId", "/onEnd", "/mention", "/watchlistId", "/targetId", "/events"];

interface AddProps {
  channels: AnyKept[];
  lists: AnyKept[];
  /** What was sent and not taken; empty for a new form. */
  fields: Fields;
  errors: FieldError[];
}

const named = (all: AnyKept[]): Record<string, string> =>
  Object.fromEntries(all.map((one) => [one.id, shownName(one["name"] as string)]));

/** A sentence to fill in: tell whom, when, of whom. */
export function AddAlert({ channels, lists, fields, errors }: AddProps) {
  const channelWords = named(channels);
  const listWords = { "": "everyone", ...named(lists) };
  const onEnd = ADD_CONTROLS.get("/onEnd")!;
  const chosen = fields.has("/channelId") ? fields.all("events") : ["live.started", "live.ended"];
  const wrongEvents = errors.filter(({ pointer }) => pointer.startsWith("/events"));
  return (
    <Form action="/alerts" class="flow">
      <Wrongs errors={errors} shown={SHOWN} />
      <Field
        pointer="/channelId"
        label="Tell on"
        control={{ ...ADD_CONTROLS.get("/channelId")!, sort: "choice", choices: Object.keys(channelWords) }}
        words={channelWords}
        value={fields.text("/channelId")}
        errors={errors}
        hint=""
      />
      <Field
        pointer="/watchlistId"
        label="When"
        control={{ ...MENTION, sort: "choice", choices: Object.keys(listWords) }}
        words={listWords}
        value={fields.text("/watchlistId")}
        errors={errors}
        hint="Everyone, or who is in one list."
      />
      <Field
        pointer="/targetId"
        label="or only this creator"
        control={MENTION}
        value={fields.text("/targetId")}
        errors={errors}
        placeholder="@handle, name or user id"
        hint="Empty: all of those above."
      />
      <fieldset class="field">
        <legend class="lab">does this</legend>
        <div class="chips">
          {Object.entries(HAPPENINGS).map(([type, words]) => (
            <label class="chip">
              <input type="checkbox" name="events" value={type} checked={chosen.includes(type)} />
              {words}
            </label>
          ))}
        </div>
        {wrongEvents.length === 0 ? null : <p class="bad">{wrongEvents.map(({ message }) => message).join("; ")}</p>}
      </fieldset>
      <Field
        pointer="/onEnd"
        label="At an end"
        control={onEnd}
        words={ON_END}
        value={fields.text("/onEnd") || onEnd.fallback}
        errors={errors}
        hint=""
      />
      <Field
        pointer="/mention"
        label="Ping"
        control={MENTION}
        value={fields.text("/mention")}
        errors={errors}
        placeholder="@here"
        hint="Empty: nobody. Else @here, @everyone, or role:ID, user:ID, subteam:ID. Ends ping nobody."
      />
      <p class="line">
        <Button look="main">Add the alert</Button>
      </p>
    </Form>
  );
}
