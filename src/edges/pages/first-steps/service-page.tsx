import type { FieldError } from "../../../core/refusal.ts";
import type { Asked } from "../../../flows/manage/connect/example-address.ts";
import { isProven } from "../../../flows/manage/connect/reading.ts";
import { usualCheck, type Trial } from "../../../flows/manage/connect/trial.ts";
import type { AccountView, Credentials } from "../../../flows/manage/service.ts";
import { reaches } from "../../http/auth.ts";
import type { PageContext } from "../page.ts";
import { Allowed, Button, Form } from "../parts/form.tsx";
import { Note } from "../parts/pieces.tsx";
import { sealedAccount } from "./account.ts";
import { Intro, Next, showStep } from "./frame.tsx";
import { Outcome, TroubleNote } from "./outcome.tsx";
import { ServiceFields } from "./service-form.tsx";
import { hostOf, pathOf, progressOf } from "./steps.ts";
import type { TroubleSaid } from "./trouble-words.ts";
import { NAMES, untyped, type Typed } from "./typed.ts";

/** The page of this step. */
export const HERE = pathOf("service");

/** What a form came to. */
export interface Shown {
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
const waiting = (context: PageContext<"keep">, account: Credentials | null): Promise<string> =>
  account === null ? Promise.resolve(context.fields.text(NAMES.sealed)) : sealedAccount(context, account);

/** True where what was concluded is right for both. */
export const proves = (trial: Trial | null): boolean =>
  trial?.conclusion?.proof != null && isProven(trial.conclusion.proof);

const INTRO = {
  demo: "Tallylight asks this service who is live. The demo has its own, so you can continue and connect yours later.",
  other:
    "Tallylight asks this service who is live. Test it once now, and choose the value in its answer that means live.",
};

/** The page of the service, with what a form on it came to. */
export async function servicePage(
  context: PageContext<"firstSteps" | "service" | "shell" | "health" | "keep">,
  shown: Shown = {},
): Promise<Response> {
  const { trial = null, account = null, status = 200 } = shown;
  const [progress, operations, sealed] = await Promise.all([
    progressOf(context),
    context.ports.firstSteps.operations(),
    waiting(context, account),
  ]);
  const view = progress.account;
  const { done } = progress.steps[0]!;
  const asked = trial?.asked ?? operations.get("live.check") ?? usualCheck();
  const body = (
    <>
      <Intro step="service" title="Connect your data service">
        {view.source === "default" ? INTRO.demo : INTRO.other}
      </Intro>
      {reaches(context.session.actor, "admin") ? null : (
        <section>
          <Note>
            <p>Only an admin can connect the service. Ask the owner of this Tallylight.</p>
          </Note>
        </section>
      )}
      <Allowed scope="admin">
        <ServiceForm shown={shown} view={view} asked={asked} sealed={sealed} connected={done} />
      </Allowed>
      <Next step="service" done={done && trial === null} />
      {view.source === "api" ? <Forget host={hostOf(view.baseUrl ?? "")} /> : null}
    </>
  );
  return showStep(context, { progress, at: "service", status, body });
}

/** The form with what came of it; the answer is where a browser goes on. */
function ServiceForm({
  shown,
  view,
  asked,
  sealed,
  connected,
}: {
  shown: Shown;
  view: AccountView;
  asked: Asked;
  sealed: string;
  connected: boolean;
}) {
  const { errors = [], trouble = null, trial = null, typed = untyped(view) } = shown;
  const open = trouble?.opens === true || errors.some(({ pointer }) => WITHIN.includes(pointer));
  return (
    <Form action={`${HERE}#answer`} class="parts">
      {sealed === "" ? null : <input type="hidden" name={NAMES.sealed} value={sealed} />}
      {trouble === null ? null : <TroubleNote {...trouble} />}
      <section class="flow">
        <ServiceFields
          typed={typed}
          view={view}
          errors={errors}
          asked={asked}
          open={open}
          again={trial !== null}
          main={trial === null && !connected}
          waits={sealed !== ""}
        />
      </section>
      {trial?.conclusion == null ? null : (
        <Outcome trial={trial} conclusion={trial.conclusion} typed={typed}>
          <p class="next">
            <Button look="main" formaction={`${HERE}/keep`} busy="Connecting…">
              Connect
            </Button>
            {view.source === "default" ? (
              <span class="soft small">The demo service stays connected until then.</span>
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
        <summary class="small soft">Disconnect…</summary>
        <Form action={`${HERE}/forget`} class="flow">
          <Note>
            <p>
              Tallylight stops calling <bdi>{host}</bdi> and deletes the password. Your creators stay.
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
