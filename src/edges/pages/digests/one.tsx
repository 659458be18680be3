import type { Child } from "hono/jsx";
import type { FieldError } from "../../../core/refusal.ts";
import type { AlertNames } from "../../../flows/browse/alerts.ts";
import type { ListedEdition } from "../../../flows/browse/editions.ts";
import { digest, type Digest } from "../../../resources/digests/digest.ts";
import { found } from "../../http/problem.ts";
import type { Visit } from "../page.ts";
import { Allowed, Button, ButtonLink, Form } from "../parts/form.tsx";
import { shownName } from "../words/name.ts";
import { Note, Pill } from "../parts/pieces.tsx";
import { show } from "../show.tsx";
import type { Draft } from "./draft.ts";
import { DigestForm } from "./form.tsx";
import { Editions, NextTimes } from "./times.tsx";
import { scheduleWords } from "./schedule.ts";

/** The page of digests. */
export const DIGESTS = "/digests";

/** The digest that the address names; throws the 404 Problem. */
export const theDigest = async ({ ports, params }: Visit): Promise<Digest> =>
  found(await ports.keep.find(digest, params["id"]!), digest.noun);

export interface DigestState {
  /** Null for a new one. */
  kept: Digest | null;
  draft: Draft;
  names: AlertNames;
  editions: ListedEdition[];
  errors: FieldError[];
}

/** Reads what a digest's page shows of others. */
export async function stateOf(
  { ports }: Visit,
  kept: Digest | null,
  draft: Draft,
  errors: FieldError[] = [],
): Promise<DigestState> {
  const [names, editions] = await Promise.all([
    ports.alerts.alertChoices({ targetIds: [], listIds: [draft.watchlistId, kept?.watchlistId ?? ""] }),
    kept === null ? [] : ports.editions(kept.id),
  ]);
  return { kept, draft, names, editions, errors };
}

interface Shown {
  look?: Child;
  above?: Child;
  status?: number;
}

const Acts = ({ one }: { one: Digest }) => (
  <div class="acts">
    <Pill tone={one.enabled ? "good" : "plain"} icon={one.enabled ? "well" : "pause"}>
      {one.enabled ? "on" : "paused"}
    </Pill>
    <Allowed scope="write">
      <Form action={`${DIGESTS}/${one.id}/run`}>
        <Button icon="send" busy="Preparing…">
          Send now
        </Button>
      </Form>
      <Form action={`${DIGESTS}/${one.id}/${one.enabled ? "pause" : "resume"}`}>
        <Button>{one.enabled ? "Pause" : "Resume"}</Button>
      </Form>
    </Allowed>
  </div>
);

const NOTHING_YET = (
  <div id="look">
    <Note>
      <p>Press “Show preview” to see it with the current data. This takes a moment.</p>
    </Note>
  </div>
);

/** The page of a digest, or of a new one. */
export function digestPage(visit: Visit, state: DigestState, shown: Shown = {}): Promise<Response> {
  const { kept, draft, names, errors, editions } = state;
  const name = kept === null ? "New digest" : shownName(kept.name);
  const body = (
    <>
      <div class="head">
        <div>
          <a class="crumb" href={DIGESTS}>
            Digests
          </a>
          <h1>
            <bdi>{name}</bdi>
          </h1>
          {kept === null ? null : <p>{scheduleWords(kept.schedule).replace(/^./, (letter) => letter.toUpperCase())}</p>}
        </div>
        {kept === null ? null : <Acts one={kept} />}
      </div>
      <Allowed scope="write">
        {names.channels.length === 0 ? (
          <Note>
            <p>A digest needs a channel to send to.</p>
            <p class="acts">
              <ButtonLink href="/channels" look="main">
                Add a channel first
              </ButtonLink>
            </p>
          </Note>
        ) : (
          <DigestForm
            kept={kept}
            draft={draft}
            names={names}
            errors={errors}
            above={shown.above}
            beside={shown.look ?? NOTHING_YET}
            below={
              kept === null ? null : (
                <>
                  <NextTimes one={kept} now={visit.now} />
                  <Editions all={editions} />
                </>
              )
            }
          />
        )}
      </Allowed>
      {kept === null ? null : (
        <Allowed only="read">
          <div class="card parts">
            <NextTimes one={kept} now={visit.now} />
            <Editions all={editions} />
          </div>
        </Allowed>
      )}
    </>
  );
  return show(visit, { title: name, path: DIGESTS, status: shown.status ?? 200, body });
}
