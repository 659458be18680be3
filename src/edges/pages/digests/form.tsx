import type { Child } from "hono/jsx";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import { choiceOf } from "../forms/controls.ts";
import { Button, Field } from "../parts/form.tsx";
import { languageWords } from "../words/languages.ts";
import { channelWords, DraftForm, listWords } from "../shapes/draft-form.tsx";
import { DIGESTS, PLACE } from "./place.ts";
import { Sections, Times, type PartProps } from "./fields.tsx";
import { PERIODS, periodWords } from "./schedule.ts";

const SHOWN = ["/name", "/channelId", "/watchlistId", "/schedule", "/timezone", "/period", "/sections", "/language"];

/** Each of these may be chosen; what one has already stays to be chosen. */
const choosing = (words: Record<string, string>, now: string, otherwise = now) => ({
  ...choiceOf(now in words ? words : { ...words, [now]: otherwise }),
  value: now,
});

export interface DigestFormProps extends PartProps {
  /** Of one that is kept: its id, and the revision that the form was filled from. */
  kept: { id: string; revision: number } | null;
  names: AlertNames;
  above?: Child;
  beside: Child;
  below?: Child;
}

/** A digest as a form, with how it would look beside it. */
export function DigestForm({ kept: stored, draft, errors, names, above, beside, below }: DigestFormProps) {
  const channels = channelWords(names.channels);
  const lists = listWords(names.lists, "Everything");
  const languages = languageWords("Channel's language");
  return (
    <DraftForm
      place={PLACE}
      stored={stored}
      errors={errors}
      shown={SHOWN}
      class="edit wide"
      above={above}
      renew={
        <Button formaction={`${DIGESTS}/preview`} busy="Preparing…" data-draws="1">
          Show preview
        </Button>
      }
      beside={beside}
    >
      <section class="flow">
        <div class="two">
          <Field pointer="/name" label="Name" value={draft.name} errors={errors} placeholder="Monday's movers" />
          <Field pointer="/channelId" label="Send to" {...choosing(channels, draft.channelId)} errors={errors} />
        </div>
        <div class="two">
          <Field pointer="/watchlistId" label="Scope" {...choosing(lists, draft.watchlistId)} errors={errors} />
          <Field
            pointer="/period"
            label="Period"
            {...choosing(PERIODS, draft.period, periodWords(draft.period))}
            errors={errors}
          />
        </div>
        <Field pointer="/language" label="Language" {...choosing(languages, draft.language)} errors={errors} />
      </section>
      <Times draft={draft} errors={errors} />
      <Sections draft={draft} errors={errors} />
      {below}
    </DraftForm>
  );
}
