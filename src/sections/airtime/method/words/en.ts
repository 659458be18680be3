/** How the numbers of an airtime report are computed, column by column. Durations, shares and dates are passed as text. */
export const en = {
  title: "How these numbers are computed",
  period: (days: string, zone: string) => `Period: ${days}. Days run from midnight to midnight in ${zone}.`,
  soFar: (at: string) => `The period is not over: numbers are as of ${at}.`,
  watched: (share: string) => `We watched ${share} of the time.`,
  /** Where creators were added after the period began: all, or some. */
  watchedSince: (share: string) => `We watched ${share} of the time since they were added.`,
  watchedSome: (share: string, later: string, all: string) =>
    `We watched ${share} of the time since they were added. ${later} of ${all} creators were added later.`,
  unknown: (time: string) =>
    `For ${time} in all, we don't know whether they were live: that time is not counted, so airtime can be up to that much higher.`,
  checks:
    "A stream counts from the first check that saw it live to the first check that no longer did. So each start and end is exact to the time between two checks.",
  exact: (time: string) => `Together, airtime is exact to ± ${time}.`,
  /** The name of the workbook's sheet, at most 31 characters, and its heads; the name of the sheet for programs. */
  sheet: "Method",
  data: "Data",
  column: "Column",
  unit: "Unit",
  meaning: "Meaning",
  units: {
    hoursMinutes: "hours and minutes",
    seconds: "seconds",
    days: "days",
    number: "number",
    viewers: "viewers",
    viewerHours: "viewers × hours",
    viewerSeconds: "viewers × seconds",
    percent: "percent",
    share: "0 to 1",
    text: "text",
  },
  columns: {
    name: "The creator's name on the list.",
    seconds: "Time that checks saw the creator live within the period. Unobserved time is left out.",
    change:
      "Airtime minus airtime of the same part of the period before. Empty or – if less than half of either is known.",
    days: (zone: string) => `Days in ${zone} with any airtime.`,
    validDays: (minutes: string) =>
      `Days with at least ${minutes} min of airtime. A stream past midnight is split between its days.`,
    streams: "Streams that were live at any time of the period. A short dropout doesn't end a stream.",
    averageViewers: "The viewer counts that checks read during streams, weighted by time. Empty or – if none was read.",
    peakViewers: "The highest viewer count that a check read. Between two checks it can have been higher.",
    viewerSeconds: "Each viewer count multiplied by how long it applied, added up.",
    bestPlaces: "The best place in each ranking that is watched for the creator. 1 is the first.",
    missedSlots:
      "Times at which the creator starts so regularly that a miss can be told, and that passed without a stream although the creator was checked. – if there is none.",
    longestRunDays: "The most days in a row with any airtime.",
    coverage:
      "The share of the whole period so far in which it is known whether the creator was live. Time before the creator was added, without a check that worked, or paused is not known. Empty or – if the creator was added after the period.",
    unknownSeconds: "The rest of the period. Airtime can be up to that much higher.",
    watchedSince: "When the creator was added. Time before is not known.",
    removed: "true if the creator has been deleted since.",
    uncertaintySeconds:
      "How far airtime can be off because streams start and end between two checks: the larger of what can be missing at starts and what can be too much at ends. Empty or – if those checks were not stored.",
    goal: "The goal for the calendar month in which the period ends: hours and valid days so far, and how it stands. Its own time zone and valid day apply.",
  },
  signatures: "Signatures",
  agency: "Agency",
  client: "Client",
  signedName: "Name",
  signedDate: "Date",
  signature: "Signature",
};

export type AirtimeMethodWords = typeof en;
