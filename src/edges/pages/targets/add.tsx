import type { FieldError } from "../../../core/refusal.ts";
import type { ListHead } from "../../../flows/browse/creators.ts";
import { formOfKind } from "../../../resources/targets/form.ts";
import { ListOptions } from "../parts/pasting/add-form.tsx";
import { controlsOf } from "../forms/controls.ts";
import { Button, Field, Form, Wrongs } from "../parts/form.tsx";
import { Fold } from "../parts/pieces.tsx";
import type { Declared } from "../words/declared.ts";

/** What was typed into the form of a new one, and why it was not taken. */
export interface Typed {
  values: Map<string, string>;
  errors: FieldError[];
}

const listField = "/watchlistId";

/** The fields that one is added with; `least` is the shortest interval, seconds. */
export const controlsFor = ({ kind, fields, settings }: Declared, least: number) =>
  controlsOf(formOfKind(kind, least), [...Object.keys({ ...fields, ...settings }), "/intervalSeconds", listField]);

interface AddProps {
  room: Declared;
  lists: ListHead["lists"];
  least: number;
  typed: Typed | null;
}

/** The form of a new one. */
export const Add = ({ room, lists, least, typed }: AddProps) => {
  const controls = controlsFor(room, least);
  const field = ([pointer, label]: [string, string]) => (
    <Field
      pointer={pointer}
      label={label}
      control={controls.get(pointer)!}
      errors={typed?.errors ?? []}
      {...(typed === null ? {} : { value: typed.values.get(pointer) ?? "" })}
    />
  );
  return (
    <Form action={room.path} class="flow">
      <Wrongs errors={typed?.errors ?? []} shown={[...controls.keys()]} />
      {Object.entries(room.fields).map(field)}
      <div class="field">
        <label for="list">List</label>
        <select class="in" id="list" name={listField}>
          <ListOptions lists={lists} chosen={typed?.values.get(listField) ?? null} />
        </select>
      </div>
      <Fold title="When to alert, and how often to check">
        <div class="flow">
          {Object.entries(room.settings).map(field)}
          {field(["/intervalSeconds", "Seconds between checks"])}
        </div>
      </Fold>
      <p class="line">
        <Button look="main" busy="Adding…">
          Add
        </Button>
      </p>
    </Form>
  );
};
