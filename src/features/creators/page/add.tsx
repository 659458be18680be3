import type { FieldError } from "../../../core/refusal.ts";
import type { ListHead } from "../creators.ts";
import { formOfKind } from "../resource/form.ts";
import { ListOptions } from "../pasting/add-form.tsx";
import { SET_UP } from "../../../ui/nav.ts";
import { controlsOf } from "../../../ui/forms/controls.ts";
import { Button, ButtonLink, Field, Form, Wrongs } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import type { Declared } from "../../../ui/words/rooms.ts";
import { marked, t } from "../../../ui/words/text.ts";

/** A rejected form for a new target: what was typed, and its errors. */
export interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
}

const listField = "/watchlistId";

/** Returns the controls for adding a target; `least` is the shortest interval, seconds. */
export const controlsFor = ({ kind, fields, settings }: Declared, least: number) =>
  controlsOf(formOfKind(kind, least), [...Object.keys({ ...fields, ...settings }), "/intervalSeconds", listField]);

interface AddProps {
  room: Declared;
  lists: ListHead["lists"];
  least: number;
  typed: Typed | null;
}

/** The form for a new target. */
export const Add = ({ room, lists, least, typed }: AddProps) => {
  const controls = controlsFor(room, least);
  const field = ([pointer, label]: [string, string], hint?: string) => (
    <Field
      pointer={pointer}
      label={t(label)}
      control={controls.get(pointer)!}
      errors={typed?.errors ?? []}
      {...(hint === undefined ? {} : { hint })}
      {...(typed === null ? {} : { value: typed.values.get(pointer) ?? "" })}
    />
  );
  return (
    <Form action={room.path} class="flow">
      <Wrongs errors={typed?.errors ?? []} shown={[...controls.keys()]} />
      {room.setUp === true ? (
        <p>
          <ButtonLink href={SET_UP} look="main" icon="plus">
            {t("Find it by trying")}
          </ButtonLink>{" "}
          <span class="soft small">{t("Or fill in an operation that is defined already:")}</span>
        </p>
      ) : null}
      {Object.entries(room.fields).map((one) => field(one))}
      <div class="field">
        <label for="list">{t("List")}</label>
        <select class="in" id="list" name={listField}>
          <ListOptions lists={lists} chosen={typed?.values.get(listField) ?? null} />
        </select>
      </div>
      <Fold title={t("When to alert, and how often to check")}>
        <div class="flow">
          {Object.entries(room.settings).map((one) => field(one))}
          {field(
            ["/intervalSeconds", marked("Seconds between checks")],
            t("The longest time between two checks, as long as your checks per minute allow it."),
          )}
        </div>
      </Fold>
      <p class="line">
        <Button look="main" busy={t("Adding…")}>
          {t("Add")}
        </Button>
      </p>
    </Form>
  );
};
