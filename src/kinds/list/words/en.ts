import { say, type Saying } from "../../../core/sentence.ts";

/** Wording of item events. Lists are formatted by `titled`; fields are names, numbers are text. */
export const en = {
  item: "Item",
  list: "a list",
  titled: (list: string) => `“${list}”`,
  appeared: {
    one: (name, list) => say`${name} is new in ${list}`,
    many: (list) => `are new in ${list}`,
    heading: (list) => `New in ${list}`,
  } as Saying<[list: string], [list: string]>,
  gone: {
    one: (name, list) => say`${name} is gone from ${list}`,
    many: (list) => `are gone from ${list}`,
    heading: (list) => `No longer in ${list}`,
  } as Saying<[list: string], [list: string]>,
  changed: {
    one: (name, list) => say`${name} changed in ${list}`,
    many: (list) => `changed in ${list}`,
    heading: (list) => `Changed in ${list}`,
  } as Saying<[list: string], [list: string]>,
  crossed: {
    one: (name, list) => say`${name} passed a limit in ${list}`,
    many: (list) => `passed a limit in ${list}`,
    heading: (list) => `Passed a limit in ${list}`,
  } as Saying<[list: string], [list: string]>,
  surged: {
    one: (name, list) => say`${name} grew in ${list}`,
    many: (list) => `grew in ${list}`,
    heading: (list) => `Grew in ${list}`,
  } as Saying<[list: string], [list: string]>,
  atLeast: (count: string) => `${count} or more new items`,
  change: (field: string, before: string, after: string) => `${field}: ${before} → ${after}`,
  above: (field: string, limit: string) => `${field} above ${limit}`,
  below: (field: string, limit: string) => `${field} below ${limit}`,
  open: "Open",
};

export type ListWords = typeof en;
