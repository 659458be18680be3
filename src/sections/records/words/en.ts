import { foldInEnglish } from "../../times.ts";

/** The words of a digest about records. Fields are names; counts and numbers are passed as text. */
export const en = {
  title: "Profiles & numbers",
  none: "profiles",
  many: "profiles",
  record: "a profile",
  rising: "Numbers up",
  fallen: (count: string) => `${count} down`,
  highest: "Biggest rise",
  rises: "Biggest rises",
  falls: "Biggest falls",
  milestones: "Milestones",
  texts: "Texts changed",
  named: (name: string, field: string) => `${name}: ${field}`,
  nothing: "No number changed.",
  tooEarly: "Not enough data yet to compare numbers.",
  grewBy: (name: string, field: string, share: string) => `${name} gained ${share} in ${field}`,
  doubled: (name: string, field: string) => `${name} doubled in ${field}`,
  grewTimes: (name: string, field: string, times: number) => `${name} grew ${foldInEnglish(times)} in ${field}`,
  lost: (name: string, field: string, share: string) => `${name} lost ${share} in ${field}`,
  reached: (name: string, milestone: string, field: string) => `${name} reached ${milestone} ${field}`,
  chart: "Numbers that grew",
  subtitle: (span: string) => `Growth of numbers, ${span}`,
  alt: (span: string, which: string) => `Growth of the numbers that rose most, ${span}: ${which}.`,
};

export type RecordsWords = typeof en;
