import type { Child } from "hono/jsx";
import type { AlertNames } from "../../alerts/alerts.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { Button, Field } from "../../../ui/parts/form.tsx";
import { languageWords } from "../../../ui/words/languages.ts";
import { channelWords, DraftForm, listWords } from "../../alerts/drafts/draft-form.tsx";
import { EACH_LIST } from "./draft.ts";
import { DIGESTS, PLACE } from "./place.ts";
import { Sections, Times, type PartProps } from "./fields.tsx";
import { PERIODS, periodWords } from "./schedule.ts";
import { t } from "../../../ui/words/text.ts";

const DISPLAYED = [
  "/name",
  "/channelId",
  "/watchlistId",
  "/schedule",
  "/timezone",
  "/period",
  "/sections",
  "/language",
];

/** A choice that includes the current value, even if it is not offered. */
const choosing = (words: Record<string, string>, now: string, otherwise = now) => ({
  ...choiceOf(now in words ? words : { ...words, [now]: otherwise }),
  value: now,
});

export interface DigestFormProps extends PartProps {
  /** The stored digest: its id, and the revision from which the form was filled. */
  kept: { id: string; revision: number } | null;
  names: AlertNames;
  above?: Child;
  beside: Child;
  below?: Child;
}

/** The form of a digest, with its preview beside it. */
export function DigestForm({ kept: stored, draft, errors, names, above, beside, below }: DigestFormProps) {
  const channels = channelWords(names.channels);
  const lists = { ...listWords(names.lists, t("Everything")), [EACH_LIST]: t("Each list by itself") };
  const languages = languageWords(t("Channel's language"));
  const periods = Object.fromEntries(Object.entries(PERIODS).map(([value, words]) => [value, t(words)]));
  return (
    <DraftForm
      place={PLACE}
      stored={stored}
      errors={errors}
      shown={DISPLAYED}
      class="edit wide"
      above={above}
      renew={
        <Button formaction={`${DIGESTS}/preview`} busy={t("Preparing…")} data-draws="1">
          {t("Show preview")}
        </Button>
      }
      beside={beside}
    >
      <section class="flow">
        <div class="two">
          <Field
            pointer="/name"
            label={t("Name")}
            value={draft.name}
            errors={errors}
            placeholder={t("Monday's movers")}
          />
          <Field pointer="/channelId" label={t("Send to")} {...choosing(channels, draft.channelId)} errors={errors} />
        </div>
        <div class="two">
          <Field pointer="/watchlistId" label={t("Scope")} {...choosing(lists, draft.scope)} errors={errors} />
          <Field
            pointer="/period"
            label={t("Period")}
            {...choosing(periods, draft.period, periodWords(draft.period))}
            errors={errors}
          />
        </div>
        <Field pointer="/language" label={t("Language")} {...choosing(languages, draft.language)} errors={errors} />
      </section>
      <Times draft={draft} errors={errors} />
      <Sections draft={draft} errors={errors} />
      {below}
    </DraftForm>
  );
}
