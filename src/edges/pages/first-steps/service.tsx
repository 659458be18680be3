import type { FieldError } from "../../../core/refusal.ts";
import { keepService } from "../../../flows/manage/connect/keep-service.ts";
import { isProven } from "../../../flows/manage/connect/reading.ts";
import { calledBy } from "../../../flows/manage/connect/somebody.ts";
import { tryService, type Trial } from "../../../flows/manage/connect/trial.ts";
import type { Credentials } from "../../../flows/manage/service.ts";
import { targetKinds } from "../../../targets/registry.ts";
import { granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { shownName } from "../parts/name.tsx";
import { Note } from "../parts/pieces.tsx";
import { meantBy, NAMES, sealedAccount, typedIn, untyped, type Typed } from "./account.ts";
import { Intro, Next, showStep } from "./frame.tsx";
import { Outcome, TroubleNote } from "./outcome.tsx";
import { ServiceFields } from "./service-form.tsx";
import { FIRST, hostOf, pathOf, progressOf } from "./steps.ts";
import { refusalWords, troubleWords, type TroubleSaid } from "./trouble-words.ts";

const HERE = pathOf("service");

interface Shown {
  typed?: Typed;
  errors?: FieldError[];
  trouble?: TroubleSaid | null;
  trial?: Trial | null;
  /** The account that is tried. */
  account?: Credentials | null;
  status?: number;
}

/** What stands where how it is asked may be changed. */
const WITHIN: string[] = [NAMES.check, NAMES.body, NAMES.resolve];

/** How the check is asked where nobody says anything else. */
const usual = () => {
  const { path, method = "GET", query = {}, body = {} } = targetKinds["live"]!.operations[0]!;
  return { path, method, query, body };
};

async function servicePage(visit: Visit, shown: Shown = {}): Promise<Response> {
  const { errors = [], trouble = null, trial = null, account = null, status = 200 } = shown;
  const [progress, operations] = await Promise.all([progressOf(visit), visit.ports.firstSteps.operations()]);
  const view = progress.account;
  const typed = shown.typed ?? untyped(view);
  const conclusion = trial?.conclusion ?? null;
  const proven = conclusion?.proof != null && isProven(conclusion.proof);
  const sealed = account === null ? visit.fields.text(NAMES.sealed) : await sealedAccount(visit, account);
  const { done } = progress.steps[0]!;
  const body = (
    <>
      <Intro step="service" title="Connect the service">
        {view.source === "default"
          ? "Tallylight asks it who is live. The demo has one of its own, so you may go on and come back with yours."
          : "Tallylight asks it who is live. It is called once now, and you see in its answer which value says so."}
      </Intro>
      <Allowed scope="admin">
        <Form action={`${HERE}#answer`} class="parts">
          {sealed === "" ? null : <input type="hidden" name={NAMES.sealed} value={sealed} />}
          <section class="flow">
            <ServiceFields
              typed={typed}
              view={view}
              errors={errors}
              asked={trial?.asked ?? operations.get("live.check") ?? usual()}
              open={trouble?.opens === true || errors.some(({ pointer }) => WITHIN.includes(pointer))}
              again={trial !== null}
              waits={sealed !== ""}
            />
          </section>
          {trouble === null ? null : <TroubleNote {...trouble} />}
          {trial === null || conclusion === null ? null : (
            <Outcome trial={trial} conclusion={conclusion} typed={typed} />
          )}
          {proven ? (
            <section class="next">
              <Button look="main" formaction={`${HERE}/keep`} busy="Connecting …">
                Yes, that is right
              </Button>
              {view.source === "default" ? <span class="soft small">The demo's own stays connected until then.</span> : null}
            </section>
          ) : null}
        </Form>
      </Allowed>
      {proven ? null : <Next step="service" done={done && trial === null} />}
      {view.source === "api" ? <Forget host={hostOf(view.baseUrl ?? "")} /> : null}
    </>
  );
  return showStep(visit, { progress, at: "service", status, body });
}

const Forget = ({ host }: { host: string }) => (
  <Allowed scope="admin">
    <section>
      <details>
        <summary class="small soft">Disconnect …</summary>
        <Form action={`${HERE}/forget`} class="flow">
          <Note>
            <p>
              Nobody is asked at <bdi>{host}</bdi> any more. Whom you watch stays; the password is forgotten.
            </p>
          </Note>
          <p class="line">
            <Button>Disconnect</Button>
          </p>
        </Form>
      </details>
    </section>
  </Allowed>
);

/** Tries what was typed; shows why it did not work, or what came of it. */
async function tried(
  visit: Visit,
): Promise<{ shown: Shown } | { trial: Trial; shown: Shown; account: Credentials | null }> {
  const { ports } = visit;
  const view = (await progressOf(visit)).account;
  const typed = typedIn(visit);
  const meant = await meantBy(visit, typed, view);
  if (Array.isArray(meant)) return { shown: { typed, errors: meant, status: 422 } };
  const { account, check, resolve, people } = meant;
  const shown: Shown = { typed: meant.typed, account };
  const wish = { account, check, resolve, people, chosen: meant.typed.chosen };
  const came = await tryService(wish, { ...ports.upstream, operations: ports.firstSteps.operations });
  if (!came.ok) {
    const ofAccount = came.error.kind === "invalid" ? came.error.errors.filter(({ pointer }) => pointer.startsWith("/account")) : [];
    const trouble = ofAccount.length > 0 ? null : refusalWords(came.error);
    return { shown: { ...shown, errors: ofAccount, trouble, status: came.error.kind === "throttled" ? 429 : 422 } };
  }
  const trial = came.value;
  if (trial.trouble !== null) {
    const who = shownName(calledBy(trial.people[trial.trouble.of]));
    return { shown: { ...shown, trouble: troubleWords(trial.trouble, who), status: 422 } };
  }
  return { trial, account, shown: { ...shown, trial } };
}

async function kept(visit: Visit): Promise<Response> {
  const came = await tried(visit);
  if (!("trial" in came)) return servicePage(visit, came.shown);
  const { trial, account, shown } = came;
  const { conclusion, operations } = trial;
  if (conclusion?.proof == null || !isProven(conclusion.proof)) return servicePage(visit, { ...shown, status: 422 });
  granted(await keepService(account, operations, { ...visit.ports.service, ...visit.ports.firstSteps }));
  const host = account === null ? "The service" : shownName(hostOf(account.baseUrl));
  return seeOther(FIRST, await flashed({ text: `${host} is connected.` }, visit.ports));
}

async function forgotten(visit: Visit): Promise<Response> {
  const nothing = Object.fromEntries(["live.check", "live.info", "user.info", "user.resolve"].map((name) => [name, undefined]));
  await visit.ports.firstSteps.keepService(null, nothing);
  return seeOther(HERE, await flashed({ text: "Disconnected." }, visit.ports));
}

export const servicePages: Page[] = [
  { method: "get", path: HERE, scope: "read", handle: (visit) => servicePage(visit) },
  {
    method: "post",
    path: HERE,
    scope: "admin",
    operation: "probeOperation",
    handle: async (visit) => servicePage(visit, (await tried(visit)).shown),
  },
  { method: "post", path: `${HERE}/keep`, scope: "admin", operation: "setAccount", handle: kept },
  { method: "post", path: `${HERE}/forget`, scope: "admin", operation: "deleteAccount", handle: forgotten },
];
