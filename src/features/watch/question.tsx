import type { ListedOperation } from "../../engine/upstream/shape.ts";
import { capital } from "../../core/text.ts";
import type { FieldError } from "../../core/refusal.ts";
import { Icon } from "../../ui/parts/icon.tsx";
import { Button, ButtonLink, Field, Options } from "../../ui/parts/form.tsx";
import { Fold } from "../../ui/parts/pieces.tsx";
import { fieldLabel } from "../../ui/words/fields.ts";
import { t } from "../../ui/words/text.ts";
import { choiceOf, GROUPS, offeredOf, type Choice } from "./choices.ts";
import { NAMES, valueField, WATCH, type Typed } from "./typed.ts";
import { operationWords } from "./words.ts";

interface QuestionProps {
  typed: Typed;
  errors: FieldError[];
  operations: ListedOperation[];
  /** The placeholders of the chosen request; null before it was tried. */
  asks: string[] | null;
}

/** Whom or what it is about, in one field, or in one for each placeholder. */
export const About = ({ typed, errors, asks }: Pick<QuestionProps, "typed" | "errors" | "asks">) => (
  <>
    {asks === null || asks.length === 0 ? (
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
          label={name === "userId" ? t("Who: @handle, link or ID") : capital(fieldLabel(name))}
          value={typed.values[name] ?? ""}
          errors={errors}
          hint=""
        />
      ))
    )}
  </>
);

/** One thing to watch: its button tries it. What the service has at no known address leads to where one is pasted. */
const ChoiceRow = ({ choice, ready, who }: { choice: Choice; ready: boolean; who: string }) => {
  const { title, about, by } = choice;
  const words = t(title);
  const named = who === "" ? "" : `&who=${encodeURIComponent(who)}`;
  return (
    <li class="choice">
      <div class="any">
        <h3>{words}</h3>
        <p class="small soft">{t(about)}</p>
        {ready ? null : <p class="small soft">{t("Your service needs an example address for it.")}</p>}
      </div>
      {"page" in by ? (
        <ButtonLink href={by.page}>
          {t("Open")}
          <span class="sr">: {words}</span>
        </ButtonLink>
      ) : ready ? (
        <Button name={NAMES.choice} value={by.operation} busy={t("Trying…")}>
          {t("Try it")}
          <span class="sr">: {words}</span>
        </Button>
      ) : (
        <ButtonLink href={`${WATCH}?operation=${by.operation}${named}#more`} look="bare">
          {t("Set it up")}
          <span class="sr">: {words}</span>
        </ButtonLink>
      )}
    </li>
  );
};

/** What can be watched, in plain words and by what it is about. */
export const Choices = ({ operations, who }: { operations: ListedOperation[]; who: string }) => {
  const ready = new Set(operations.flatMap(({ name, path }) => (path === null ? [] : name)));
  return (
    <div class="choices">
      {GROUPS.map(({ title, icon, choices }, place) => (
        <section class="card" aria-labelledby={`group-${place}`}>
          <div class="cap">
            <h2 id={`group-${place}`} class="line">
              <Icon name={icon} />
              {t(title)}
            </h2>
          </div>
          <ul class="rows">
            {choices.map((choice) => (
              <ChoiceRow choice={choice} ready={"page" in choice.by || ready.has(choice.by.operation)} who={who} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};

/** Anything else of the service, by the names of its operations, and what it has at an address of its own. */
export function More({ typed, errors, operations }: Pick<QuestionProps, "typed" | "errors" | "operations">) {
  const offered = offeredOf(operations);
  const choices = (some: ListedOperation[]) =>
    some.map((one): [string, string] => [one.name, `${operationWords(one)} (${one.name})`]);
  const isPlain =
    choiceOf(typed.operation) !== null && offered.some((one) => one.name === typed.operation && one.path !== null);
  const open =
    typed.example !== "" ||
    (typed.operation !== "" && !isPlain) ||
    errors.some(({ pointer }) => pointer === NAMES.example || pointer === NAMES.body);
  return (
    <section class="card pad" id="more">
      <Fold title={t("More: anything else of your service")} class="folded" open={open}>
        <div class="flow inset">
          <div class="field">
            <label for="operation">{t("From the data service")}</label>
            <select class="in" id="operation" name={NAMES.operation}>
              <Options of={choices(offered.filter(({ path }) => path !== null))} chosen={typed.operation} />
              <optgroup label={t("Needs an example address, below")}>
                <Options of={choices(offered.filter(({ path }) => path === null))} chosen={typed.operation} />
              </optgroup>
            </select>
          </div>
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
          <p class="line">
            <Button busy={t("Trying…")}>{t("Try it")}</Button>
          </p>
        </div>
      </Fold>
    </section>
  );
}

/** What was chosen, after it was tried, and whom it is about. */
export const Chosen = ({ typed, errors, asks, again }: Omit<QuestionProps, "operations"> & { again: boolean }) => {
  const choice = choiceOf(typed.operation);
  return (
    <section class="card pad flow" aria-labelledby="ask">
      <h2 id="ask">{choice === null ? t("What should be watched?") : t(choice.title)}</h2>
      {choice === null ? null : <p class="soft">{t(choice.about)}</p>}
      <input type="hidden" name={NAMES.operation} value={typed.operation} />
      <input type="hidden" name={NAMES.example} value={typed.example} />
      <input type="hidden" name={NAMES.body} value={typed.body} />
      <div class="form2">
        <About typed={typed} errors={errors} asks={asks} />
      </div>
      <p class="line">
        <Button look={again ? "plain" : "main"} busy={t("Trying…")}>
          {t("Try again")}
        </Button>
        <ButtonLink href={typed.who === "" ? WATCH : `${WATCH}?who=${encodeURIComponent(typed.who)}`} look="bare">
          {t("Something else")}
        </ButtonLink>
      </p>
    </section>
  );
};
