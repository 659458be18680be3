import type { FieldError } from "../../../core/refusal.ts";
import type { Control } from "./controls.ts";

interface Filled {
  /** What stands in a field, by its pointer. */
  value: (pointer: string) => string;
  errors: FieldError[];
  /** What schemas say of them. */
  controls?: Map<string, Control>;
  /** What begins their ids, where a page has more than one such form. */
  at?: string;
}

/** What the fields of one form have in common, for each by its pointer. */
export const filled =
  ({ value, errors, controls, at }: Filled) =>
  (pointer: string) => ({
    pointer,
    value: value(pointer),
    errors,
    ...(controls === undefined ? {} : { control: controls.get(pointer)! }),
    ...(at === undefined ? {} : { id: `${at}${pointer.replaceAll("/", "-")}` }),
  });
