import type { Child } from "hono/jsx";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertNames } from "../../alerts/alerts.ts";
import type { ListedEdition } from "../editions.ts";
import type { Digest } from "../resource/digest.ts";
import type { PageContext } from "../../../ui/page.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { DraftPage, draftTitle, OnOrPaused } from "../../alerts/drafts/draft-form.tsx";
import type { Displayed } from "../../alerts/drafts/draft-pages.tsx";
import { show } from "../../../ui/show.tsx";
import type { Draft } from "./draft.ts";
import { DIGESTS, PLACE } from "./place.ts";
import { DigestForm } from "./form.tsx";
import { Editions, NextTimes } from "./times.tsx";
import { scheduleWords } from "./schedule.ts";
import { t } from "../../../ui/words/text.ts";

export interface DigestState {
  /** Null for a new digest. */
  kept: Digest | null;
  draft: Draft;
  names: AlertNames;
  editions: ListedEdition[];
  errors: FieldError[];
}

/** Reads the names and editions of a digest's page. */
export async function stateOf(
  { ports }: PageContext<"alerts" | "editions">,
  stored: Digest | null,
  draft: Draft,
  errors: FieldError[] = [],
): Promise<DigestState> {
  const [names, editions] = await Promise.all([
    ports.alerts.alertChoices({ targetIds: [], listIds: [draft.scope, stored?.watchlistId ?? ""] }),
    stored === null ? [] : ports.editions(stored.id),
  ]);
  return { kept: stored, draft, names, editions, errors };
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

const NothingYet = () => (
  <div id="look" data-first={`${DIGESTS}/preview?first=1`}>
    <Note>
      <p>{t("Press “Show preview” to see it with the current data. This takes a moment.")}</p>
    </Note>
  </div>
);

/** The page of a digest, or of a new one. */
export function digestPage(
  context: PageContext,
  state: DigestState,
  displayed: DisplayedWithPreview = {},
): Promise<Response> {
  const { kept: stored, draft, names, errors, editions } = state;
  const name = stored?.name ?? null;
  const times =
    stored === null ? null : (
      <>
        <NextTimes one={stored} now={context.now} />
        <Editions all={editions} />
      </>
    );
  const body = (
    <DraftPage
      place={PLACE}
      name={name}
      channels={names.channels}
      about={stored === null ? null : scheduleWords(stored.schedule).replace(/^./, (letter) => letter.toUpperCase())}
      acts={stored === null ? null : <Acts one={stored} />}
      form={
        <DigestForm
          kept={stored}
          draft={draft}
          names={names}
          errors={errors}
          above={displayed.above}
          beside={displayed.look ?? <NothingYet />}
          below={times}
        />
      }
      readers={<div class="card parts">{times}</div>}
    />
  );
  return show(context, { title: draftTitle(PLACE, name), path: DIGESTS, status: displayed.status ?? 200, body });
}
