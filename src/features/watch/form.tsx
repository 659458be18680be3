import type { FieldError } from "../../core/refusal.ts";
import { capital } from "../../core/text.ts";
import { fieldWords } from "../../core/named-values.ts";
import type { ListedOperation } from "../../engine/upstream/operations.ts";
import { Button, Field, Options } from "../../ui/parts/form.tsx";
import { Fold } from "../../ui/parts/pieces.tsx";
import { NAMES, valueField, type Typed } from "./typed.ts";
import { operationWords } from "./words.ts";
import { t } from "../../ui/words/text.ts";

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
export function Question({ typed, errors, operations, asks, again }: QuestionProps) {
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
