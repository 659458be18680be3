import type { AccountView } from "../../../engine/upstream/shape.ts";
import type { Child } from "hono/jsx";
import type { VerdictReading } from "../../../core/operation.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { CallDefinition } from "../../service/connect/example-address.ts";
import { provenBy, type Proven } from "../../../core/proof.ts";
import { tellsApart } from "../../service/connect/reading.ts";
import { target } from "../../creators/resource/target.ts";
import { usualCheck, type Trial } from "../../service/connect/trial.ts";
import type { Credentials, ServicePorts } from "../../../engine/upstream/definition.ts";
import { reaches } from "../../../http/auth.ts";
import type { PageContext } from "../../../ui/page.ts";
import { CALLS_SETTING } from "../../../ui/parts/calls.tsx";
import { Allowed, Button, Form } from "../../../ui/parts/form.tsx";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import { CallsQuestion } from "./calls.tsx";
import { ProofPanel } from "./proof.tsx";
import { keyNamesOf, sealedAccount } from "./account.ts";
import { Intro, Next, showStep } from "./frame.tsx";
import { Outcome, ProblemNote } from "./outcome.tsx";
import { ServiceFields } from "./service-form.tsx";
import { hostOf, pathOf, progressOf, type Progress } from "./steps.ts";
import type { ProblemReported } from "./error-words.ts";
import { NAMES, untyped, type Typed } from "./typed.ts";
import { marked, t } from "../../../ui/words/text.ts";
import type { FirstStepsPorts } from "../first-steps.ts";
import type { HealthPorts } from "../../../core/health-snapshot.ts";
import type { HorizonPorts } from "../../../core/knowledge.ts";

/** Path of this step. */
export const HERE = pathOf("service");

/** The result of a form. */
export interface Displayed {
  typed?: Typed;
  errors?: FieldError[];
  trouble?: ProblemReported | null;
  trial?: Trial | null;
  /** The account that is tested. */
  account?: Credentials | null;
  status?: number;
}

/** Fields within the details of the request. */
const WITHIN: string[] = [NAMES.check, NAMES.body, NAMES.resolve];

/** The encrypted account in the form; "" for none. */
const waiting = (context: PageContext, account: Credentials | null): Promise<string> =>
  account === null ? Promise.resolve(context.fields.text(NAMES.sealed)) : sealedAccount(context, account);

/** Whether the conclusion is right for both creators. */
export const proves = (trial: Trial | null): boolean =>
  trial?.conclusion?.proof != null && tellsApart(trial.conclusion.proof);

const INTRO = {
  demo: marked(
    "Tallylight asks this service who is live. The demo has its own, so you can continue and connect yours later.",
  ),
  other: marked(
    "Tallylight asks this service who is live. Test it once now, and choose the value in its answer that means live.",
  ),
};

const HALF = marked("Connected, half proven");

/** What is said of the connected service, by how much of its rule was observed. */
const PROOF: Record<Proven, { title: string; words: string }> = {
  nothing: {
    title: marked("Connected, not yet proven"),
    words: marked("One start and one end will prove that your live check works."),
  },
  start: { title: HALF, words: marked("Starts are noticed. An end will prove the rest.") },
  end: { title: HALF, words: marked("Ends are noticed. A start will prove the rest.") },
  both: { title: marked("Connected and proven"), words: marked("Your live check works.") },
};

type Needs = FirstStepsPorts & ServicePorts & HealthPorts & HorizonPorts;

/** Disconnects the service, after a confirmation. */
const Forget = ({ host }: { host: string }) => (
  <Allowed scope="admin">
    <section>
      <details>
        <summary class="small soft">{t("Disconnect…")}</summary>
        <Form action={`${pathOf("service")}/forget`} class="flow">
          <Note>
            <p>
              <T
                of="Tallylight stops calling {host} and deletes the password. Your creators stay, but aren't checked until you connect a service again."
                host={<bdi>{host}</bdi>}
              />
            </p>
          </Note>
          <p class="line">
            <Button>{t("Disconnect")}</Button>
          </p>
        </Form>
      </details>
    </section>
  </Allowed>
);

/** The page of the service, with what a form on it came to. */
export async function servicePage(context: PageContext<Needs>, displayed: Displayed = {}): Promise<Response> {
  const { trial = null, account = null, status = 200 } = displayed;
  const [progress, operations, sealed] = await Promise.all([
    progressOf(context),
    context.ports.firstSteps.operations(),
    waiting(context, account),
  ]);
  const view = progress.account;
  const { done } = progress.steps[0]!;
  const check = operations.get("live.check");
  const requested = trial?.asked ?? check ?? usualCheck();
  const form = (
    <>
      {reaches(context.session.actor, "admin") ? null : (
        <section>
          <Note>
            <p>{t("Only an owner can connect the service.")}</p>
          </Note>
        </section>
      )}
      <Allowed scope="admin">
        <ServiceForm shown={displayed} view={view} asked={requested} sealed={sealed} connected={done}>
          <CallsQuestion
            fields={context.fields}
            budget={context.ports.service.budget}
            view={view}
            errors={displayed.errors ?? []}
          />
        </ServiceForm>
      </Allowed>
    </>
  );
  const panel = isUntouched(displayed) ? await panelOf(context, progress, check?.reading ?? null) : null;
  const body = (
    <>
      {panel === null ? (
        <>
          <Intro step="service" title={t("Connect your data service")}>
            {t(view.source === "default" ? INTRO.demo : INTRO.other)}
          </Intro>
          {form}
          <Next step="service" done={done && trial === null} />
        </>
      ) : (
        <>
          {panel}
          <Next step="service" done={done} />
          <Fold title={t("Change the service, or test it with two others")} class="folded">
            {form}
          </Fold>
        </>
      )}
      {view.source === "api" ? <Forget host={hostOf(view.baseUrl ?? "")} /> : null}
    </>
  );
  return showStep(context, { progress, at: "service", status, body });
}

/** True where nothing was sent by the form. */
const isUntouched = ({ typed, trial }: Displayed): boolean => typed === undefined && trial == null;

/** What was seen of the service that is connected; null where it is the demo's, or none. */
async function panelOf(
  { ports }: PageContext<Needs>,
  { proof, account }: Progress,
  reading: VerdictReading | null,
): Promise<Child | null> {
  if (proof === null || account.source === null || account.source === "default") return null;
  const [watched, horizon] = await Promise.all([ports.keep.known(target, proof.watched ?? []), ports.horizon()]);
  const proven = provenBy(proof);
  return (
    <>
      <Intro step="service" title={t(PROOF[proven].title)}>
        {t(PROOF[proven].words)}
      </Intro>
      <ProofPanel proof={proof} watched={watched} reading={reading} horizon={horizon}>
        <p class="soft small">
          {t("Up to {n} calls per minute.", { n: account.pollsPerMinute })}{" "}
          <a href={CALLS_SETTING}>{t("Change calls per minute")}</a>
        </p>
      </ProofPanel>
    </>
  );
}

/** True if an account has a password or key. */
const isKeyed = (account: Credentials | AccountView): boolean =>
  account.username != null ||
  ("password" in account && account.password !== undefined) ||
  keyNamesOf(account).length > 0;

/** The form with what came of it; the answer is where a browser goes on. */
function ServiceForm({
  shown,
  view,
  asked,
  sealed,
  connected,
  children,
}: {
  children: Child;
  shown: Displayed;
  view: AccountView;
  asked: CallDefinition;
  sealed: string;
  connected: boolean;
}) {
  const { errors = [], trouble = null, trial = null, typed = untyped(view) } = shown;
  const open = trouble?.opens === true || errors.some(({ pointer }) => WITHIN.includes(pointer));
  return (
    <Form action={`${HERE}#answer`} class="parts">
      {sealed === "" ? null : <input type="hidden" name={NAMES.sealed} value={sealed} />}
      <input type="hidden" name={NAMES.named} value={typed.named.join(" ")} />
      {trouble === null ? null : <ProblemNote {...trouble} />}
      <section class="flow">
        <ServiceFields
          typed={typed}
          view={view}
          keys={keyNamesOf(shown.account ?? view)}
          errors={errors}
          asked={asked}
          open={open}
          again={trial !== null}
          main={trial === null && !connected}
          waits={sealed !== ""}
        />
      </section>
      {trial?.conclusion == null ? null : (
        <Outcome trial={trial} conclusion={trial.conclusion} typed={typed} keyed={isKeyed(shown.account ?? view)}>
          {children}
          <p class="next">
            <Button look="main" formaction={`${HERE}/keep`} busy={t("Connecting…")}>
              {t("Connect")}
            </Button>
            {view.source === "default" ? (
              <span class="soft small">{t("The demo service stays connected until then.")}</span>
            ) : null}
          </p>
        </Outcome>
      )}
    </Form>
  );
}
