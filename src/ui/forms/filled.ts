import type { FieldError } from "../../core/refusal.ts";
import type { Control } from "./controls.ts";

interface Filled {
  /** Returns the value of the field at a pointer. */
  value: (pointer: string) => string;
  errors: FieldError[];
  /** The controls from the schemas. */
  controls?: Map<string, Control>;
  /** The prefix of the ids, on a page with several such forms. */
  at?: string;
}

/** Returns a function from a pointer to the common properties of its field. */
export const filled =
  ({ value, errors, controls, at }: Filled) =>
  (pointer: string) => ({
    pointer,
    value: value(pointer),
    errors,
    ...(controls === undefined ? {} : { control: controls.get(pointer)! }),
    ...(at === undefined ? {} : { id: `${at}${pointer.replaceAll("/", "-")}` }),
  });
