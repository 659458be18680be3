import { isObject, type Json, type JsonObject, unescaped } from "../../core/json.ts";
import { grouped } from "../../core/numbers-as-text.ts";
import type { FieldError } from "../../core/refusal.ts";
import { cut, tidyLine } from "../../core/text.ts";
import type { AlertNames } from "../alerts/alerts.ts";
import type { FieldFound } from "../service/define/fields-found.ts";
import type { SetUpFound } from "../service/define/trial.ts";
import { choiceOf } from "../../ui/forms/controls.ts";
import { CellTable } from "../../ui/parts/cells.tsx";
import { Button, Field, Options } from "../../ui/parts/form.tsx";
import { Fold, Note } from "../../ui/parts/pieces.tsx";
import { fieldLabel } from "../../ui/words/fields.ts";
import { DECLARED } from "../../ui/words/rooms.ts";
import { namesById } from "../../ui/words/name.ts";
import { fieldChoice, NAMES, WATCH, type Typed } from "./typed.ts";
import { inPage, language, meant, plural, t } from "../../ui/words/text.ts";

interface OutcomeProps {
  found: SetUpFound;
  typed: Typed;
  errors: FieldError[];
  names: Pick<AlertNames, "channels" | "lists">;
}

/** What was found in the answer, and what would be watched. */
export function Outcome({ found, typed, errors, names }: OutcomeProps) {
  const { reading } = found;
  const isList = reading.mode === "list";
  return (
    <div class="stack" id="answer">
      <section class="card flow" aria-labelledby="found">
        <div class="cap">
          <h2 id="found">
            {isList ? plural(found.count, "Found {n} item", "Found {n} items") : t("Found these values")}
          </h2>
        </div>
        <Looks found={found} />
        <div class="bd flow">
          <Steady found={found} />
          <Choices found={found} />
        </div>
      </section>
      <section class="card pad flow" aria-labelledby="watch">
        <h2 id="watch">{t("Watch it")}</h2>
        <div class="form2">
          <Field pointer={NAMES.name} label={t("Name")} value={typed.name} errors={errors} hint="" />
          <Field
            pointer={NAMES.list}
            label={t("List")}
            value={typed.list}
            errors={errors}
            hint=""
            {...choiceOf(namesById(names.lists))}
          />
          <Field
            pointer={NAMES.channel}
            label={isList ? t("Alert for new items") : t("Alert for changes")}
            value={typed.channel ?? names.channels[0]?.id ?? ""}
            errors={errors}
            hint={names.channels.length === 0 ? t("Add a channel first to get alerts.") : ""}
            {...choiceOf({ ...namesById(names.channels), "": t("No alert for now") })}
          />
        </div>
        <p class="line">
          <Button look="main" formaction={`${WATCH}/keep`} busy={t("Adding…")}>
            {meant("button", "Watch")}
          </Button>
        </p>
      </section>
    </div>
  );
}

/** The first items, or the fields of a record, as they would be shown. */
function Looks({ found: { reading, items, record, hide } }: { found: SetUpFound }) {
  const room = DECLARED.find(({ kind }) => kind === reading.mode)!;
  const snapshot = hide(reading.mode === "list" ? { items, count: items.length } : { fields: record }) as JsonObject;
  return (
    <>
      {reading.mode === "list" ? <p class="bd">{t("You would have been alerted to these:")}</p> : null}
      <CellTable columns={room.columns} fields={room.fieldsOf?.(snapshot) ?? []} rows={room.rows(snapshot, inPage)} />
    </>
  );
}

/** Says whether the same ids came twice. */
function Steady({ found: { reading, count, again } }: { found: SetUpFound }) {
  if (reading.mode === "record") return <></>;
  if (again === null)
    return (
      <Note tone="hand">
        <p>{t("A second try got no answer, so we don't know whether items can be recognized again. Try again.")}</p>
      </Note>
    );
  if (again * 2 >= count)
    return (
      <p class="small soft">
        {plural(
          count,
          "Checked twice: {again} of {n} item recognized again.",
          "Checked twice: {again} of {n} items recognized again.",
          { again },
        )}
      </p>
    );
  return (
    <Note tone="hand" alert>
      <p>
        {plural(
          count,
          "Asked twice, and only {again} of {n} item came again with the same ID.",
          "Asked twice, and only {again} of {n} items came again with the same ID.",
          { again },
        )}{" "}
        {t("Choose another ID below, or every check will report new items.")}
      </p>
    </Note>
  );
}

const LONGEST = 60;

/** The last keys of a JSON Pointer: "data › entries". */
const shortPointer = (pointer: string): string =>
  cut(
    tidyLine(
      pointer
        .split("/")
        .slice(1)
        .slice(-3)
        .map((key) => cut(unescaped(key), LONGEST))
        .join(" › "),
    ),
    LONGEST,
  ) || t("the whole answer");

/** A value on one line. */
const shortValue = (value: Json): string =>
  value === null
    ? t("no value")
    : isObject(value)
      ? t("a picture")
      : cut(tidyLine(cut(typeof value === "string" ? value : JSON.stringify(value), 200)), LONGEST);

/** Where the values are, each with what else it could be. */
function Choices({ found }: { found: SetUpFound }) {
  const { lists, ids, offered, reading, hide } = found;
  const isList = reading.mode === "list";
  const chosen = ({ name, pointer }: FieldFound) => reading.fields[name] === pointer;
  const box = (one: FieldFound) => (
    <label class="switch small">
      <input type="checkbox" name={NAMES.field} value={fieldChoice(one.name, one.pointer)} checked={chosen(one)} />
      <span>
        {fieldLabel(one.name)} <bdi class="soft">{hide(shortValue(one.value))}</bdi>
      </span>
    </label>
  );
  return (
    <Fold title={t("Not right? Choose other values")} class="folded" open={false}>
      <div class="flow inset">
        <input type="hidden" name={NAMES.chose} value="1" />
        {lists.length === 0 ? null : (
          <div class="field">
            <label for="mode">{meant("what", "Watch")}</label>
            <select class="in" id="mode" name={NAMES.mode}>
              <Options
                of={[
                  ["list", t("a list of items")],
                  ["record", t("numbers and texts of one thing")],
                ]}
                chosen={reading.mode}
              />
            </select>
          </div>
        )}
        {isList ? (
          <div class="form2">
            <div class="field">
              <label for="rows">{t("Items")}</label>
              <select class="in" id="rows" name={NAMES.rows}>
                <Options
                  of={lists.map(({ rows, count }) => [
                    rows,
                    `${hide(shortPointer(rows))} (${grouped(language(), count)})`,
                  ])}
                  chosen={reading.rows}
                />
              </select>
            </div>
            <div class="field">
              <label for="id">{t("ID of an item")}</label>
              <select class="in" id="id" name={NAMES.id}>
                <Options of={ids.map((id) => [id, hide(shortPointer(id))])} chosen={reading.id} />
              </select>
            </div>
          </div>
        ) : null}
        <fieldset class="flow tight-flow">
          <legend class="lab">{t("Values to show and compare")}</legend>
          {offered.map(box)}
        </fieldset>
        <p class="line">
          <Button busy={t("Trying…")}>{t("Update")}</Button>
        </p>
      </div>
    </Fold>
  );
}
