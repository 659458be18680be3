import type { Child } from "hono/jsx";
import { isTimezone } from "../../../core/calendar.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { languageWords } from "../../../ui/words/languages.ts";
import type { AlertNames, AlertPorts } from "../../alerts/alerts.ts";
import type { ListedEdition, EditionPorts } from "../editions.ts";
import type { Digest } from "../resource/digest.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Allowed, Button, Field } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { T } from "../../../ui/words/translated.tsx";
import {
  channelWords,
  DraftForm,
  DraftPage,
  draftTitle,
  listWords,
  OnOrPaused,
} from "../../alerts/drafts/draft-form.tsx";
import type { Displayed } from "../../alerts/drafts/draft-pages.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { DIGESTS, type Draft, EACH_LIST, ONCE, PLACE } from "./draft.ts";
import { Sections, Times, type PartProps, Editions, NextTimes } from "./fields.tsx";
import { PERIODS, periodWords, zonedWords } from "./schedule.ts";
import { t } from "../../../ui/words/text.ts";

export interface DigestState {
  /** Null for a new digest. */
  kept: Digest | null;
  draft: Draft;
  names: AlertNames;
  editions: ListedEdition[];
  errors: FieldError[];
  /** True if it was opened to send reports. */
  sends: boolean;
}

/** The field of a form that was opened to send reports. */
const SENDS = "sends";

/** Reads the names and editions of a digest's page. */
export async function stateOf(
  { ports, fields }: PageContext<AlertPorts & EditionPorts>,
  stored: Digest | null,
  draft: Draft,
  errors: FieldError[] = [],
): Promise<DigestState> {
  const [names, editions] = await Promise.all([
    ports.alerts.alertChoices({ targetIds: [], listIds: [draft.scope, stored?.watchlistId ?? ""] }),
    stored === null ? [] : ports.editions(stored.id),
  ]);
  return { kept: stored, draft, names, editions, errors, sends: fields.has(SENDS) };
}

interface DisplayedWithPreview extends Displayed {
  /** The preview. */
  look?: Child;
}

const Acts = ({ one }: { one: Digest }) => (
  <>
    <OnOrPaused enabled={one.enabled} />
    <Allowed scope="write">
      <Act action={`${DIGESTS}/${one.id}/run`} icon="send" busy={t("Preparing…")}>
        {t("Send now")}
      </Act>
      <Act action={`${DIGESTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>
        {one.enabled ? t("Pause") : t("Resume")}
      </Act>
    </Allowed>
  </>
);

/** What comes next, when and where; or why nothing does. */
const NextOne = ({ one, now, channels }: { one: Digest; now: number; channels: AlertNames["channels"] }) => {
  const channel = channels.find(({ id }) => id === one.channelId);
  const days = zonedWords(one).replace(/^./, (letter) => letter.toUpperCase());
  const at = one.nextAt;
  if (channel?.enabled === false)
    return (
      <span class="warn">
        <Icon name="hand" small />{" "}
        <T
          of="{channel} is off, so nothing is sent. {schedule}."
          channel={<Name of={channel.name} />}
          schedule={days}
        />
      </span>
    );
  if (!one.enabled || at === null) return <>{t("Paused.")}</>;
  return (
    <T
      of="Next: {when}, in {time}, to {channel}. {schedule}."
      when={<Time at={at} />}
      time={lasting(Math.max(0, at - now))}
      channel={channel === undefined ? t("(deleted)") : <Name of={channel.name} />}
      schedule={days}
    />
  );
};

const NothingYet = () => (
  <div id="look" data-first={`${DIGESTS}/preview?first=1`}>
    <Note>
      <p>{t("Press “Show preview” to see it with the current data. This takes a moment.")}</p>
    </Note>
  </div>
);

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

/** Adds a digest and sends it at once. */
const SendToo = ({ when }: Pick<Draft, "when">) => (
  <Button look="main" name="send" value="1" busy={t("Preparing…")}>
    {when === "monthly" ? t("Send now and every month") : t("Send now and every week")}
  </Button>
);

interface DigestFormProps extends PartProps {
  /** True if it was opened to send reports. */
  sends: boolean;
  /** The stored digest: its id, and the revision from which the form was filled. */
  kept: { id: string; revision: number } | null;
  names: AlertNames;
  above?: Child;
  beside: Child;
}

/** The form of a digest, with its preview beside it. */
function DigestForm({ kept: stored, sends, draft, errors, names, above, beside }: DigestFormProps) {
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
      {...(stored === null && sends
        ? {
            also: (
              <Button name="send" value={ONCE} busy={t("Preparing…")}>
                {t("Send once")}
              </Button>
            ),
            main: <SendToo when={draft.when} />,
          }
        : {})}
    >
      <section class="flow">
        {sends ? <input type="hidden" name={SENDS} value="1" /> : null}
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
    </DraftForm>
  );
}

/** The page of a digest reads all times on the clock of its schedule. */
export const inZoneOf = ({ timezone }: Pick<Draft, "timezone">, context: PageContext): PageContext =>
  isTimezone(timezone) ? { ...context, zone: timezone } : context;

/** The page of a digest, or of a new one. */
export function digestPage(
  context: PageContext,
  state: DigestState,
  displayed: DisplayedWithPreview = {},
): Promise<Response> {
  const { kept: stored, draft, names, errors, editions, sends } = state;
  const name = stored?.name ?? null;
  const body = (
    <DraftPage
      place={PLACE}
      name={name}
      channels={names.channels}
      title={stored === null && sends ? displayedName(draft.name) : undefined}
      about={stored === null ? null : <NextOne one={stored} now={context.now} channels={names.channels} />}
      acts={stored === null ? null : <Acts one={stored} />}
      form={
        <DigestForm
          kept={stored}
          sends={sends}
          draft={draft}
          names={names}
          errors={errors}
          above={displayed.above}
          beside={
            <>
              {displayed.look ?? <NothingYet />}
              {stored === null ? null : <Editions all={editions} />}
            </>
          }
        />
      }
      readers={
        stored === null ? null : (
          <div class="card parts">
            <NextTimes one={stored} now={context.now} />
            <Editions all={editions} />
          </div>
        )
      }
    />
  );
  const status = displayed.status ?? 200;
  return show(inZoneOf(draft, context), { title: draftTitle(PLACE, name), path: DIGESTS, status, body });
}
