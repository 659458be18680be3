import { err, ok, type Result } from "./core/result.ts";

/** What is said of a variable beside its check and what stands for it. */
export interface Said {
  description: string;
  /** What stands for it where nobody gives it, in words. */
  otherwise?: string;
  /** What the demo gives it; `{simulator}` and `{own}` are addresses. */
  demo?: string;
  /** A value that is taken. */
  example?: string;
}

/** A variable's text as its value, or what it must be. */
type Reading<Value> = (text: string) => Result<Value, string>;

/**
 * A variable of the environment. Each isolate reads them all before its first tick, which zod's forms made several times as
 * dear as all that they read: these few texts are read by functions.
 */
export interface Variable<Value> {
  read: Reading<Value>;
  /** What stands for it where it is not given; null where it must be. */
  without: { value: Value } | null;
  said: Said;
}

/** One that must be given. */
export const required = <Value>(read: Reading<Value>, said: Said): Variable<Value> => ({ read, without: null, said });

/** One that nothing stands for. */
export const optional = <Value>(read: Reading<Value>, said: Said): Variable<Value | undefined> => ({
  read,
  without: { value: undefined },
  said,
});

/** One for which `value` stands. */
export const otherwise = <Value>(read: Reading<Value>, value: Value, said: Said): Variable<Value> => ({
  read,
  without: { value },
  said,
});

/** The value of a variable that is given as `text`, or undefined for one that is not; an error says what is wrong, never the text. */
export function valueOf<Value>({ read, without }: Variable<Value>, text: string | undefined): Result<Value, string> {
  if (text !== undefined) return read(text);
  return without === null ? err("is missing") : ok(without.value);
}

/** A text of which something holds. */
export const text =
  (holds: (text: string) => boolean, wrong: string): Reading<string> =>
  (given) =>
    holds(given) ? ok(given) : err(wrong);

/** Digits, from `least` to `most`. */
export const wholeNumber =
  (least: number, max: number): Reading<number> =>
  (given) => {
    if (!/^\d+$/.test(given)) return err("must be a whole number");
    const value = Number(given);
    return value >= least && value <= max ? ok(value) : err(`must be ${least} to ${max}`);
  };

/** One of a list. */
export const oneOf =
  <const Value extends string>(all: readonly Value[]): Reading<Value> =>
  (given) => {
    const value = all.find((one) => one === given);
    return value === undefined ? err(`must be one of ${all.join(", ")}`) : ok(value);
  };

/** "true" or "1", and "false", "0" or nothing. */
export const flag: Reading<boolean> = (given) =>
  ["true", "1"].includes(given)
    ? ok(true)
    : ["false", "0", ""].includes(given)
      ? ok(false)
      : err("must be true or false");
