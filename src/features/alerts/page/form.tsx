import type { Child } from "hono/jsx";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertNames } from "../alerts.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { Button, Field } from "../../../ui/parts/form.tsx";
import { channelWords, DraftForm } from "../drafts/draft-form.tsx";
import type { Draft } from "./draft.ts";
import { ALERTS, PLACE } from "./place.ts";
import { More, Quiet } from "./quiet.tsx";
import { Telling } from "./send-to.tsx";
import { OnlyIf, When, Who } from "./when.tsx";
import { t } from "../../../ui/words/text.ts";

/** Pointers of fields in the form. Other errors are listed above it. */
const DISPLAYED = [
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
  /** The stored alert: its id, and the revision from which the form was filled. */
  kept: { id: string; revision: number } | null;
  draft: Draft;
  names: AlertNames;
  errors: FieldError[];
  /** Recent starts of streams, epoch ms. */
  starts: number[];
  /** Shown above the fields, for conflicts. */
  above?: Child;
  /** Shown beside the fields: the preview. */
  beside: Child;
  /** The result of a backtest. */
  tried: Child;
}

/** The form of an alert, with its preview beside it. */
export function AlertForm({ kept: stored, draft, names, errors, starts, above, beside, tried }: AlertFormProps) {
  const channels = channelWords(names.channels);
  return (
    <DraftForm
      place={PLACE}
      stored={stored}
      errors={errors}
      shown={DISPLAYED}
      class="edit"
      parts={`${ALERTS}/preview`}
      above={above}
      renew={
        <span data-by-hand>
          <Button formaction={`${ALERTS}/preview`}>{t("Update preview")}</Button>
        </span>
      }
      beside={
        <>
          {beside}
          <p class="line">
            <Button formaction={`${ALERTS}/test`} icon="send" busy={t("Sending…")}>
              {t("Send a test")}
            </Button>
            <span class="small soft">{t("to the channel, without pings")}</span>
          </p>
        </>
      }
    >
      <section class="two">
        <Field
          pointer="/name"
          label={t("Alert name")}
          value={draft.name}
          errors={errors}
          hint={stored === null ? t("Optional. Default: what it alerts about.") : ""}
        />
        <Field
          pointer="/channelId"
          label={t("Send to")}
          {...choiceOf(channels)}
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
        <h2 id="on-last-week">{t("Test on last week's data")}</h2>
        <div id="tried" class="flow">
          {tried}
        </div>
        <p class="line">
          <Button formaction="/alerts/backtest" busy={t("Testing…")} icon="again" data-draws="1">
            {t("Run the test")}
          </Button>
        </p>
      </section>
    </DraftForm>
  );
}
