import { err, ok, type Result } from "../core/result.ts";

/** Documentation of a variable, besides its check and default. */
export interface VariableDocs {
  description: string;
  /** Describes the default. */
  otherwise?: string;
  /** Its value in the demo; `{simulator}` and `{own}` are addresses. */
  demo?: string;
  /** A valid value. */
  example?: string;
}

/** Parses the text of a variable. The error says what it must be. */
type Reading<Value> = (text: string) => Result<Value, string>;

/**
 * A variable of the environment. Each isolate reads all of them before its first tick. Plain functions do that several
 * times faster than zod schemas.
 */
export interface Variable<Value> {
  read: Reading<Value>;
  /** The default; null if it is required. */
  without: { value: Value } | null;
  said: VariableDocs;
}

/** A required variable. */
export const required = <Value>(read: Reading<Value>, said: VariableDocs): Variable<Value> => ({
  read,
  without: null,
  said,
});

/** An optional variable without a default. */
export const optional = <Value>(read: Reading<Value>, said: VariableDocs): Variable<Value | undefined> => ({
  read,
  without: { value: undefined },
  said,
});

/** A variable with a default. */
export const otherwise = <Value>(read: Reading<Value>, value: Value, said: VariableDocs): Variable<Value> => ({
  read,
  without: { value },
  said,
});

/** The value of a variable, given its text or undefined. The error describes the problem without the text. */
export function valueOf<Value>({ read, without }: Variable<Value>, text: string | undefined): Result<Value, string> {
  if (text !== undefined) return read(text);
  return without === null ? err("is missing") : ok(without.value);
}

/** A text that fulfills a condition. */
export const text =
  (holds: (text: string) => boolean, invalid: string): Reading<string> =>
  (provided) =>
    holds(provided) ? ok(provided) : err(invalid);

/** A whole number from `least` to `max`. */
export const wholeNumber =
  (least: number, max: number): Reading<number> =>
  (provided) => {
    if (!/^\d+$/.test(provided)) return err("must be a whole number");
    const value = Number(provided);
    return value >= least && value <= max ? ok(value) : err(`must be ${least} to ${max}`);
  };

/** One of a list. */
export const oneOf =
  <const Value extends string>(all: readonly Value[]): Reading<Value> =>
  (provided) => {
    const value = all.find((one) => one === provided);
    return value === undefined ? err(`must be one of ${all.join(", ")}`) : ok(value);
  };

/** "true" or "1", and "false", "0" or empty. */
export const flag: Reading<boolean> = (provided) =>
  ["true", "1"].includes(provided)
    ? ok(true)
    : ["false", "0", ""].includes(provided)
      ? ok(false)
      : err("must be true or false");
