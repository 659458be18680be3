import type { Child } from "hono/jsx";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import { channelKinds } from "../../../channels/registry.ts";
import { plainControl } from "../forms/controls.ts";
import { Button, ButtonLink, Field, Form, Wrongs } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";
import type { Draft } from "./draft.ts";
import { More, Quiet } from "./quiet.tsx";
import { Telling } from "./telling.tsx";
import { OnlyIf, When, Who } from "./when.tsx";

/** Pointers that the form shows by itself. */
const SHOWN = [
  "/name",
  "/channelId",
  "/watchlistId",
  "/targetId",
  "/events",
  "/filters",
  "/mention",
  "/template",
  "/onEnd",
  "/quietHours",
  "/cooldownSeconds",
  "/group",
];

export interface AlertFormProps {
  /** Of one that is kept: its id, and the revision that the form was filled from. */
  kept: { id: string; revision: number } | null;
  draft: Draft;
  names: AlertNames;
  errors: FieldError[];
  /** When somebody went live lately, epoch ms. */
  starts: number[];
  /** What stands above the fields: a conflict. */
  above?: Child;
  /** What stands beside them: the preview. */
  beside: Child;
  /** What came of a trial on last week. */
  tried: Child;
}

/** An alert as a form, with how it will look beside it. */
export function AlertForm({ kept, draft, names, errors, starts, above, beside, tried }: AlertFormProps) {
  const channels = Object.fromEntries(
    names.channels.map(({ id, name, kind }) => [id, `${shownName(name)} · ${channelKinds[kind]?.title ?? kind}`]),
  );
  return (
    <Form action={kept === null ? "/alerts" : `/alerts/${kept.id}`} class="edit" data-parts="/alerts/preview">
      {kept === null ? null : (
        <>
          <input type="hidden" name="id" value={kept.id} />
          <input type="hidden" name="revision" value={String(kept.revision)} />
        </>
      )}
      <div class="stack">
        {above}
        <Wrongs errors={errors} shown={SHOWN} />
        <div class="card parts">
          <section class="two">
            <Field
              pointer="/name"
              label="Alert name"
              control={plainControl()}
              value={draft.name}
              errors={errors}
              hint={kept === null ? "Optional. Default: what it alerts about." : ""}
            />
            <Field
              pointer="/channelId"
              label="Send to"
              control={plainControl({ sort: "choice", choices: Object.keys(channels) })}
              words={channels}
              value={draft.channelId}
              errors={errors}
            />
          </section>
          <section class="flow">
            <When draft={draft} errors={errors} />
            <Who draft={draft} lists={names.lists} errors={errors} />
            <OnlyIf draft={draft} errors={errors} />
          </section>
          <Telling draft={draft} errors={errors} />
          <Quiet draft={draft} errors={errors} starts={starts} />
          <section>
            <More draft={draft} errors={errors} />
          </section>
          <section class="flow" aria-labelledby="on-last-week">
            <h2 id="on-last-week">Test on last week's data</h2>
            <div id="tried" class="flow">
              {tried}
            </div>
            <p class="line">
              <Button formaction="/alerts/backtest" busy="Testing…" icon="again" data-draws="1">
                Run the test
              </Button>
            </p>
          </section>
        </div>
        <div class="savebar">
          <span data-unsaved>{kept === null ? "Not saved yet" : "Changes apply when you save"}</span>
          {kept === null ? (
            <ButtonLink href="/alerts" look="bare">
              Cancel
            </ButtonLink>
          ) : (
            <button type="reset" class="btn bare">
              Discard changes
            </button>
          )}
          <Button look="main">{kept === null ? "Add alert" : "Save"}</Button>
        </div>
      </div>
      <div class="see">
        <div class="line apart">
          <h2>Preview</h2>
          <span data-by-hand>
            <Button formaction="/alerts/preview">Update preview</Button>
          </span>
        </div>
        {beside}
        <p class="line">
          <Button formaction="/alerts/test" icon="send" busy="Sending…">
            Send a test
          </Button>
          <span class="small soft">to the channel, without pings</span>
        </p>
      </div>
    </Form>
  );
}
