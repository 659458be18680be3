import { say, type Saying } from "../../../core/sentence.ts";

export type RecordSaying = Saying<[field: string, to: string]>;

/** Wording of record events. Fields are names, numbers are text. */
export const en = {
  record: "A record",
  field: "a field",
  changed: {
    one: (name, field) => say`${name} has a new ${field}`,
    many: () => "changed",
    heading: () => "Changed",
  } as RecordSaying,
  above: {
    one: (name, field, limit) => say`${name}: ${field} above ${limit}`,
    many: () => "passed a limit",
    heading: () => "Above the limit",
  } as RecordSaying,
  below: {
    one: (name, field, limit) => say`${name}: ${field} below ${limit}`,
    many: () => "fell below a limit",
    heading: () => "Below the limit",
  } as RecordSaying,
  reached: {
    one: (name, field, milestone) => say`${name} reached ${milestone} ${field}`,
    many: () => "reached a milestone",
    heading: () => "Milestones",
  } as RecordSaying,
  surged: {
    one: (name, field, growth) => say`${name}: ${field} grew${growth === "" ? "" : ` (${growth})`}`,
    many: () => "grew",
    heading: () => "Grew",
  } as RecordSaying,
};

export type RecordWords = typeof en;
