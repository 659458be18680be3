import type { FieldError } from "../../../core/refusal.ts";
import { keepService } from "../../../flows/manage/connect/keep-service.ts";
import { isProven } from "../../../flows/manage/connect/reading.ts";
import { calledBy } from "../../../flows/manage/connect/somebody.ts";
import { tryService, usualCheck, type Trial } from "../../../flows/manage/connect/trial.ts";
import type { Asked } from "../../../flows/manage/connect/example-address.ts";
import type { AccountView, Credentials } from "../../../flows/manage/service.ts";
import { reaches } from "../../http/auth.ts";
import { granted } from "../../http/problem.ts";
import { flashed } from "../flash.ts";
import { seeOther, type Page, type Visit } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { shownName } from "../parts/name.tsx";
import { Note } from "../parts/pieces.tsx";
import { meantBy, sealedAccount } from "./account.ts";
import { Intro, Next, showStep } from "./frame.tsx";
import { Outcome, TroubleNote } from "./outcome.tsx";
import { ServiceFields } from "./service-form.tsx";
import { FIRST, hostOf, pathOf, progressOf } from "./steps.ts";
import { NAMES, typedIn, untyped, type Typed } from "./typed.ts";
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

/** The sealed account that goes along with the form; "" for none. */
const waiting = (visit: Visit, account: Credentials | null): Promise<string> =>
  account === null ? Promise.resolve(visit.fields.text(NAMES.sealed)) : sealedAccount(visit, account);

const proves = (trial: Trial | null): boolean => trial?.conclusion?.proof != null && isProven(trial.conclusion.proof);

const INTRO = {
  demo: "Tallylight asks it who is live. The demo has one of its own, so you may go on and come back with yours.",
  other: "Tallylight asks it who is live. It is called once now, and you see in its answer which value says so.",
};

async function servicePage(visit: Visit, shown: Shown = {}): Promise<Response> {
  const { trial = null, account = null, status = 200 } = shown;
  const [progress, operations, sealed] = await Promise.all([
    progressOf(visit),
    visit.ports.firstSteps.operations(),
    waiting(visit, account),
  ]);
  const view = progress.account;
  const { done } = progress.steps[0]!;
  const asked = trial?.asked ?? operations.get("live.check") ?? usualCheck();
  const body = (
    <>
      <Intro step="service" title="Connect the service">
        {view.source === "default" ? INTRO.demo : INTRO.other}
      </Intro>
      {reaches(visit.session.actor, "admin") ? null : (
        <section>
          <Note>
            <p>Only somebody who may do everything can connect it. Ask whoever runs this Tallylight.</p>
          </Note>
        </section>
      )}
      <Allowed scope="admin">
        <ServiceForm shown={shown} view={view} asked={asked} sealed={sealed} />
      </Allowed>
      {proves(trial) ? null : <Next step="service" done={done && trial === null} />}
      {view.source === "api" ? <Forget host={hostOf(view.baseUrl ?? "")} /> : null}
    </>
  );
  return showStep(visit, { progress, at: "service", status, body });
}

/** The form with what came of it; the answer is where a browser goes on. */
function ServiceForm({
  shown,
  view,
  asked,
  sealed,
}: {
  shown: Shown;
  view: AccountView;
  asked: Asked;
  sealed: string;
}) {
  const { errors = [], trouble = null, trial = null, typed = untyped(view) } = shown;
  const open = trouble?.opens === true || errors.some(({ pointer }) => WITHIN.includes(pointer));
  return (
    <Form action={`${HERE}#answer`} class="parts">
      {sealed === "" ? null : <input type="hidden" name={NAMES.sealed} value={sealed} />}
      <section class="flow">
        <ServiceFields
          typed={typed}
          view={view}
          errors={errors}
          asked={asked}
          open={open}
          again={trial !== null}
          waits={sealed !== ""}
        />
      </section>
      {trouble === null ? null : <TroubleNote {...trouble} />}
      {trial?.conclusion == null ? null : (
        <Outcome trial={trial} conclusion={trial.conclusion} typed={typed}>
          <p class="next">
            <Button look="main" formaction={`${HERE}/keep`} busy="Connecting …">
              Yes, that is right
            </Button>
            {view.source === "default" ? (
              <span class="soft small">The demo's own stays connected until then.</span>
            ) : null}
          </p>
        </Outcome>
      )}
    </Form>
  );
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
  const came = await tryService(wish, { ...ports.upstream, operations: () => ports.firstSteps.operations() });
  if (!came.ok) {
    const ofAccount =
      came.error.kind === "invalid" ? came.error.errors.filter(({ pointer }) => pointer.startsWith("/account")) : [];
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
  if (!proves(trial)) return servicePage(visit, { ...shown, status: 422 });
  granted(await keepService(account, trial.operations, { ...visit.ports.service, ...visit.ports.firstSteps }));
  const host = account === null ? "The service" : shownName(hostOf(account.baseUrl));
  return seeOther(FIRST, await flashed({ text: `${host} is connected.` }, visit.ports));
}

async function forgotten(visit: Visit): Promise<Response> {
  const nothing = Object.fromEntries(
    ["live.check", "live.info", "user.info", "user.resolve"].map((name) => [name, undefined]),
  );
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
