import type { ListedOperation } from "../../engine/upstream/shape.ts";
import { fieldWords } from "../../core/named-values.ts";
import type { Operation } from "../../core/operation.ts";
import { capital, cut } from "../../core/text.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { FieldError } from "../../core/refusal.ts";
import type { CallDefinition } from "../service/connect/example-address.ts";
import { exampleCall } from "../service/define/example-call.ts";
import { nameOfCall } from "../service/define/store-operation.ts";
import { trySetUp, type SetUpFound } from "../service/define/trial.ts";
import { filledValues, placeholderNames } from "../service/define/values.ts";
import { accountView } from "../../engine/upstream/definition.ts";
import { reaches } from "../../http/auth.ts";
import type { PageContext } from "../../ui/page.ts";
import { Button, Field, Form, Options, Wrongs } from "../../ui/parts/form.tsx";
import { Fold, Note } from "../../ui/parts/pieces.tsx";
import { Head } from "../../ui/shapes/head.tsx";
import { show } from "../../ui/show.tsx";
import { CREATORS } from "../creators/creators.ts";
import { Outcome } from "./outcome.tsx";
import { NAMES, typedIn, valueField, WATCH, type Typed } from "./typed.ts";
import { faultWords, operationWords, refusalWords } from "./words.ts";
import { t } from "../../ui/words/text.ts";
import type { FirstStepsPorts } from "../first-steps/first-steps.ts";
import type { ProbePorts } from "../../engine/upstream/probe.ts";
import type { AlertPorts } from "../alerts/alerts.ts";
import type { OperationPorts } from "../service/routes.ts";

export type Needs = OperationPorts & FirstStepsPorts & ProbePorts & AlertPorts;

/** A request that was tried, with what came of it. */
export interface Tried {
  typed: Typed;
  asked: CallDefinition;
  /** The name that the operation would get. */
  operation: string;
  values: Record<string, string>;
  found: SetUpFound;
}

interface Displayed {
  typed: Typed;
  errors?: FieldError[];
  trouble?: string;
  asks?: string[] | null;
  found?: SetUpFound;
  status?: number;
}

/** The request that is meant, and the values that its example has. */
function callMeant(
  typed: Typed,
  operations: ReadonlyMap<string, Operation>,
  base: string,
): Result<
  { asked: CallDefinition; operation: string; example: Record<string, string>; known: Operation | null },
  FieldError
> {
  if (typed.example !== "") {
    const read = exampleCall({ address: typed.example, body: typed.body }, base);
    if (!read.ok) return err({ pointer: NAMES.example, message: read.error });
    const { asked, values } = read.value;
    // An operation of the catalogue whose address nobody knew gets this one.
    const unknown = typed.operation !== "" && !operations.has(typed.operation);
    const operation = unknown ? typed.operation : nameOfCall(asked);
    return ok({ asked, operation, example: values, known: null });
  }
  const known = operations.get(typed.operation);
  if (known === undefined)
    return err({
      pointer: NAMES.example,
      message: t("Paste an address from your provider's documentation"),
    });
  const { method, path, query, body } = known;
  return ok({ asked: { method, path, query, body }, operation: typed.operation, example: {}, known });
}

/** Tries what was entered. */
export async function tried(context: PageContext<Needs>): Promise<{ shown: Displayed } | Tried> {
  const { ports, session } = context;
  const typed = typedIn(context);
  const [operations, account] = await Promise.all([ports.firstSteps.operations(), accountView(ports.service)]);
  const meant = callMeant(typed, operations, account.baseUrl ?? "");
  if (!meant.ok) return { shown: { typed, errors: [meant.error], status: 422 } };
  const { asked, operation, example, known } = meant.value;
  const asks = placeholderNames(asked);
  const entered = { ...example, ...(asks[0] === undefined || typed.who === "" ? {} : { [asks[0]]: typed.who }) };
  const values = Object.fromEntries(asks.map((name) => [name, typed.values[name] || entered[name] || ""]));
  const again: Displayed = { typed: { ...typed, values }, asks, status: 422 };
  if (known === null && !reaches(session.actor, "admin"))
    return {
      shown: { ...again, trouble: t("Only an owner can set up a new address. Ask the owner of this Tallylight.") },
    };
  const filled = await filledValues(asked, values, ports.upstream);
  if (!filled.ok) return { shown: { ...again, trouble: refusalWords(filled.error) } };
  if (filled.value.fault !== null) return { shown: { ...again, trouble: faultWords(filled.value.fault) } };
  if (filled.value.values === null) return { shown: { ...again, errors: filled.value.errors } };
  const arrived = await trySetUp(
    {
      operation,
      definition: known === null ? asked : null,
      values: filled.value.values,
      chosen: chosenOrKnown(typed, known),
    },
    ports.upstream,
  );
  if (!arrived.ok) return { shown: { ...again, trouble: refusalWords(arrived.error) } };
  if (arrived.value.fault !== null) return { shown: { ...again, trouble: faultWords(arrived.value.fault) } };
  const { found } = arrived.value;
  const about = typed.who || Object.values(values)[0] || "all";
  const name = typed.name || cut(`${known === null ? operation : await titleOf(context, operation)}: ${about}`, 200);
  return { typed: { ...again.typed, name }, asked, operation, values: filled.value.values, found };
}

/** How the operation is read already, unless something else was chosen. */
function chosenOrKnown({ chosen }: Typed, known: Operation | null): Typed["chosen"] {
  if (chosen.fields !== null || known === null || Object.keys(known.fields).length === 0) return chosen;
  return known.listing === null
    ? { ...chosen, mode: "record", fields: known.fields }
    : { mode: "list", ...known.listing, fields: known.fields };
}

async function titleOf({ ports }: PageContext<Needs>, operation: string): Promise<string> {
  const listed = (await ports.service.operations()).find(({ name }) => name === operation);
  return listed === undefined ? operation : operationWords(listed);
}

/** Operations that nothing can be watched by. */
const LEFT_OUT = new Set(["key.info", "live.check", "user.resolve"]);

interface QuestionProps {
  typed: Typed;
  errors: FieldError[];
  operations: ListedOperation[];
  /** The placeholders of the chosen request; null before it was tried. */
  asks: string[] | null;
  /** True if the result is shown below, whose button is the main one. */
  again: boolean;
}

/** What the service is asked. */
function Question({ typed, errors, operations, asks, again }: QuestionProps) {
  const offered = operations.filter(({ name }) => !LEFT_OUT.has(name));
  const ready = offered.filter(({ path }) => path !== null);
  const unknown = offered.filter(({ path }) => path === null);
  const choices = (some: ListedOperation[]) => some.map((one): [string, string] => [one.name, operationWords(one)]);
  const open =
    typed.example !== "" || errors.some(({ pointer }) => pointer === NAMES.example || pointer === NAMES.body);
  return (
    <section class="card pad flow" aria-labelledby="ask">
      <h2 id="ask">{t("What should be watched?")}</h2>
      <div class="form2">
        <div class="field">
          <label for="operation">{t("From the data service")}</label>
          <select class="in" id="operation" name={NAMES.operation}>
            <Options of={choices(ready)} chosen={typed.operation} />
            {unknown.length === 0 ? null : (
              <optgroup label={t("Needs an example address, below")}>
                <Options of={choices(unknown)} chosen={typed.operation} />
              </optgroup>
            )}
          </select>
        </div>
        {asks === null ? (
          <Field
            pointer={NAMES.who}
            label={t("Who or what?")}
            value={typed.who}
            errors={errors}
            placeholder="@maria"
            hint={t("An @handle, a link or an ID. For a search: the words to search for.")}
          />
        ) : (
          asks.map((name) => (
            <Field
              pointer={valueField(name)}
              label={name === "userId" ? t("Who: @handle, link or ID") : capital(fieldWords(name))}
              value={typed.values[name] ?? ""}
              errors={errors}
              hint=""
            />
          ))
        )}
      </div>
      <Fold title={t("Something else: paste an example address")} class="folded" open={open}>
        <div class="flow inset">
          <Field
            pointer={NAMES.example}
            label={t("Example address")}
            value={typed.example}
            errors={errors}
            hint={t("From your provider's documentation, with values of your own in it. A curl command works too.")}
          />
          <Field
            pointer={NAMES.body}
            label={t("Request body, if the documentation shows one")}
            value={typed.body}
            errors={errors}
            hint={t("Usually empty.")}
          />
        </div>
      </Fold>
      <p class="line">
        <Button look={again ? "plain" : "main"} busy={t("Trying…")}>
          {again ? t("Try again") : t("Try it")}
        </Button>
        <span class="soft small">{t("Nothing is stored yet. A try uses two of your checks per minute.")}</span>
      </p>
    </section>
  );
}

/** The page, with what a form on it came to. */
export async function watchPage(
  context: PageContext<Needs>,
  displayed: Displayed = untouched(context),
): Promise<Response> {
  const { typed, errors = [], trouble, asks = null, found, status = 200 } = displayed;
  const { ports } = context;
  const [operations, names] = await Promise.all([
    ports.service.operations(),
    ports.alerts.alertChoices({ targetIds: [], listIds: [] }),
  ]);
  const displayedErrors = [NAMES.who, NAMES.example, NAMES.body, NAMES.name, NAMES.list, NAMES.channel];
  const body = (
    <>
      <Head title={t("Watch anything")} crumb={{ path: CREATORS, label: t("Creators") }}>
        {t(
          "New videos, comments, products or followers: choose what the data service offers, and see what you would get.",
        )}
      </Head>
      <Form action={`${WATCH}#answer`} class="stack">
        {trouble === undefined ? null : (
          <Note tone="hand" alert>
            <p>{trouble}</p>
          </Note>
        )}
        <Wrongs errors={errors} shown={[...displayedErrors, ...(asks ?? []).map(valueField)]} />
        <Question typed={typed} errors={errors} operations={operations} asks={asks} again={found !== undefined} />
        {found === undefined ? null : <Outcome found={found} typed={typed} errors={errors} names={names} />}
      </Form>
    </>
  );
  return show(context, { title: t("Watch anything"), path: CREATORS, status, body });
}

/** What the page shows at first: the operation that an address names, or the newest videos of a creator. */
const untouched = (context: PageContext<Needs>): Displayed => {
  const typed = typedIn(context);
  return { typed: { ...typed, operation: context.url.searchParams.get("operation") ?? "user.videos" } };
};
