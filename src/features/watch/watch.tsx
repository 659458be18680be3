import type { Operation } from "../../core/operation.ts";
import { titleOf } from "../../core/item-look.ts";
import { cut } from "../../core/text.ts";
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
import { Form, Wrongs } from "../../ui/parts/form.tsx";
import { Note } from "../../ui/parts/pieces.tsx";
import { Head } from "../../ui/shapes/head.tsx";
import { show } from "../../ui/show.tsx";
import { CREATORS } from "../creators/creators.ts";
import { choiceOf } from "./choices.ts";
import { Outcome } from "./outcome.tsx";
import { About, Choices, Chosen, More } from "./question.tsx";
import { NAMES, typedIn, valueField, WATCH, type Typed } from "./typed.ts";
import { faultWords, operationWords, refusalWords } from "./words.ts";
import { displayedName } from "../../ui/words/name.ts";
import { t } from "../../ui/words/text.ts";
import type { FirstStepsPorts } from "../first-steps/first-steps.ts";
import type { ProbePorts } from "../../engine/upstream/probe.ts";
import type { AlertPorts } from "../alerts/alerts.ts";
import type { OperationPorts } from "../service/routes.ts";

/** The longest value that an address fills in, in UTF-16 units. */
const MAX_ASKED = 200;

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
  if (filled.value.values === null) {
    const errors = filled.value.errors.map(({ pointer, message }) =>
      message.startsWith("is required")
        ? { pointer, message: t("Choose who or what it is about.") }
        : { pointer, message },
    );
    return { shown: { ...again, errors } };
  }
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
  const asking = typed.who || Object.values(values)[0] || "all";
  const about = /^\d+$/.test(asking) ? (calledIn(found) ?? asking) : asking;
  const name =
    typed.name || cut(t("{what}: {who}", { what: await choiceTitle(context, operation, known), who: about }), 200);
  return { typed: { ...again.typed, name }, asked, operation, values: filled.value.values, found };
}

/** The name in the answer of what was asked for: of a record, or of the author that all items share. Null for none. */
function calledIn({ reading, record, items, hide }: SetUpFound): string | null {
  if (reading.mode === "record") return titleOf(hide(record));
  const authors = new Set(items.map(({ fields }) => fields["author"]));
  const [author] = authors;
  return authors.size === 1 && typeof author === "string" && author.trim() !== "" ? hide(author) : null;
}

/** How the operation is read already, unless something else was chosen. */
function chosenOrKnown({ chosen }: Typed, known: Operation | null): Typed["chosen"] {
  if (chosen.fields !== null || known === null || Object.keys(known.fields).length === 0) return chosen;
  return known.listing === null
    ? { ...chosen, mode: "record", fields: known.fields }
    : { mode: "list", ...known.listing, fields: known.fields };
}

/** What an operation is called: in plain words, else by the service's title; one that is new by its name. */
async function choiceTitle({ ports }: PageContext<Needs>, operation: string, known: Operation | null): Promise<string> {
  const choice = choiceOf(operation);
  if (choice !== null) return t(choice.title);
  const listed = known === null ? undefined : (await ports.service.operations()).find(({ name }) => name === operation);
  return listed === undefined ? operation : operationWords(listed);
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
      {found === undefined ? (
        <Head title={t("Watch anything")} crumb={{ path: CREATORS, label: t("Creators") }}>
          {t("Say who or what, choose what you want to hear about, and see what you would get.")}
        </Head>
      ) : (
        <Head title={displayedName(typed.name)} crumb={{ path: WATCH, label: t("Watch anything") }}>
          {t("Nothing is stored yet. Look at what was found, then press “Watch”.")}
        </Head>
      )}
      <Form action={`${WATCH}#answer`} class="stack">
        {trouble === undefined ? null : (
          <Note tone="hand" alert>
            <p>{trouble}</p>
          </Note>
        )}
        <Wrongs errors={errors} shown={[...displayedErrors, ...(asks ?? []).map(valueField)]} />
        {asks === null ? (
          <>
            {/* Enter in the field tries what most people want. */}
            <button type="submit" name={NAMES.choice} value={typed.operation || "user.videos"} hidden tabindex={-1} />
            <section class="card pad flow">
              <About typed={typed} errors={errors} asks={null} />
              <p class="soft small">{t("Nothing is stored yet. A try uses two of your checks per minute.")}</p>
            </section>
            <Choices operations={operations} who={typed.who} />
            <More typed={typed} errors={errors} operations={operations} />
          </>
        ) : (
          <Chosen typed={typed} errors={errors} asks={asks} again={found !== undefined} />
        )}
        {found === undefined ? null : <Outcome found={found} typed={typed} errors={errors} names={names} />}
      </Form>
    </>
  );
  return show(context, { title: t("Watch anything"), path: CREATORS, status, body });
}

/** What the page shows at first: who and what an address names. */
const untouched = (context: PageContext<Needs>): Displayed => {
  const { searchParams } = context.url;
  const asked = (name: string) => (searchParams.get(name) ?? "").slice(0, MAX_ASKED).toWellFormed();
  return { typed: { ...typedIn(context), operation: asked("operation"), who: asked("who") } };
};
