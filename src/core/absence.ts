/** A row that is missing from answers. */
export interface Absence {
  /** Consecutive answers without it that should have it. */
  times: number;
  /** The first answer without it, epoch ms. */
  firstAt: number;
  /** The last answer with it, epoch ms. */
  from: number | null;
  /** The rows of the last complete answer then. */
  of: number;
  /** True if it may only have left what an answer shows. It is then out of sight, and answers without it prove nothing. */
  out?: true;
}

/** A list that lost most of its rows at once, or that answered with none. Nothing of it is gone while it is doubted. */
interface Doubt {
  /** The first such answer, epoch ms. */
  since: number;
  /** The last answer before it, epoch ms. */
  from: number | null;
  /** The answers with rows that have agreed since. */
  answers: number;
}

/** What is stored of the list itself. */
export interface Sight {
  /** The number of rows of the last complete answer with any. */
  size: number;
  doubt: Doubt | null;
}

/** The known rows of a list, compared with an answer. */
interface Compared<Row> {
  absent: [id: string, Row][];
  stayed: [id: string, Row, ...unknown[]][];
}

interface Requested {
  /** The number of rows of the answer. */
  size: number;
  /** False if there are rows that were not read. */
  complete: boolean;
  /** The number of rows with which an answer is full, if the service was asked for so many. */
  fullAt?: number;
  confirmGone: number;
  at: number;
  lastOkAt: number | null;
}

/** What an answer says about a row that it lacks. */
export interface Missing {
  absence: Absence | null;
  gone: boolean;
}

interface Judged {
  missing: Map<string, Missing>;
  sight: Sight;
}

type WithAbsence = { absence: Absence | null };

/** A doubt that began or is over with this answer. */
export interface DoubtNews {
  since: number;
  over: boolean;
}

/** While a missing row awaits confirmation, the list is polled again within this many seconds. */
export const CONFIRM_WITHIN_SECONDS = 60;

/** After this time, a doubted list is polled at its usual interval. */
const PATIENCE_MS = 600_000;

/** Reports whether a row was in the last answer that is believed. */
export const inSight = ({ absence }: WithAbsence): boolean => absence === null;

/** Reports whether a row has left what answers show, without being gone. */
export const isOut = ({ absence }: WithAbsence): boolean => absence?.out === true;

/** When a row that is out of sight was in an answer last, epoch ms; null while it counts as found. */
export const leftAt = ({ absence }: WithAbsence): number | null =>
  absence?.out === true ? (absence.from ?? absence.firstAt) : null;

/** Rows out of sight that are stored in full: the last that left. */
const MAX_OUT = 10;

/** The ids of rows that left so long ago that only their ids are remembered, oldest first. */
export function fadedOf(rows: [id: string, WithAbsence][]): string[] {
  const out = rows.filter(([, row]) => isOut(row));
  if (out.length <= MAX_OUT) return [];
  const firstWithout = ([, { absence }]: [string, WithAbsence]) => absence!.firstAt;
  return out
    .toSorted((a, b) => firstWithout(a) - firstWithout(b))
    .slice(0, -MAX_OUT)
    .map(([id]) => id);
}

/** The news that a list is doubted, or no longer. */
export function doubtNews({ doubt: before }: Sight, { doubt: after }: Sight): { doubt?: DoubtNews } {
  if (before === null && after !== null) return { doubt: { since: after.since, over: false } };
  return before !== null && after === null ? { doubt: { since: before.since, over: true } } : {};
}

/** Seconds until the next poll if something awaits confirmation; null for the usual interval. */
export function confirmWithin(rows: WithAbsence[], { doubt }: Sight, at: number): number | null {
  const waits = doubt === null ? rows.some((row) => !inSight(row) && !isOut(row)) : at - doubt.since < PATIENCE_MS;
  return waits ? CONFIRM_WITHIN_SECONDS : null;
}

/**
 * Decides which missing rows are gone: those that `confirmGone` answers in a row lack. An incomplete answer proves
 * nothing, nor does one without rows. A row is out of sight if the answer is as full as the one that showed it last:
 * others then took its slot. If an answer lacks most of the rows that the one before had, the list is doubted until an
 * answer shows at least half of them again, or `confirmGone` more answers agree.
 */
export function judgeAbsences<Row extends WithAbsence>(
  { absent, stayed }: Compared<Row>,
  before: Sight,
  asked: Requested,
): Judged {
  const { size, complete, at, lastOkAt } = asked;
  const missing = new Map(absent.map(([id, { absence }]): [string, Missing] => [id, { absence, gone: false }]));
  if (!complete) {
    const doubted = before.doubt !== null && absent.some(([, { absence }]) => isDoubted(absence, before.doubt!));
    return { missing, sight: { size: before.size, doubt: doubted || size === 0 ? before.doubt : null } };
  }
  const seenBefore = absent.filter(([, row]) => inSight(row)).length;
  const opened: Doubt = before.doubt ?? { since: at, from: lastOkAt, answers: 0 };
  if (size === 0) return { missing, sight: { size: before.size, doubt: seenBefore > 0 ? opened : before.doubt } };
  const candidates: [string, Absence | null][] = [];
  for (const [id, { absence }] of absent) {
    if (absence?.out) continue;
    const of = absence === null ? before.size : absence.of;
    if (size < (asked.fullAt ?? of)) candidates.push([id, absence]);
    else missing.set(id, { absence: outOfSight(absence, of, asked, before.doubt), gone: false });
  }
  const fresh = candidates.filter(([, absence]) => absence === null).length;
  const most = fresh * 2 > seenBefore + stayed.filter(([, row]) => inSight(row)).length;
  const { doubt, ended } = doubtAfter(stayed, candidates, before.doubt, { most, opened, asked });
  for (const [id, absence] of candidates)
    missing.set(
      id,
      missed(absence, { ...asked, of: before.size, doubt: before.doubt ?? doubt, open: doubt !== null, ended }),
    );
  return { missing, sight: { size, doubt } };
}

const outOfSight = (
  absence: Absence | null,
  of: number,
  { at, lastOkAt }: Requested,
  doubt: Doubt | null,
): Absence => ({
  times: 0,
  firstAt: absence?.firstAt ?? at,
  from: absence === null ? (doubt === null ? lastOkAt : doubt.from) : absence.from,
  of,
  out: true,
});

/** Reports whether a row is missing since a list is doubted. */
const isDoubted = (absence: Absence | null, { since }: Doubt): boolean =>
  absence !== null && !absence.out && absence.firstAt >= since;

/** The doubt after an answer with rows. `ended` is true if the answer showed the doubted rows again. */
function doubtAfter(
  stayed: Compared<WithAbsence>["stayed"],
  candidates: [string, Absence | null][],
  before: Doubt | null,
  { most, opened, asked }: { most: boolean; opened: Doubt; asked: Requested },
): { doubt: Doubt | null; ended: boolean } {
  if (before === null) return { doubt: most ? opened : null, ended: false };
  const back = stayed.filter(([, { absence }]) => isDoubted(absence, before)).length;
  const still = candidates.filter(([, absence]) => isDoubted(absence, before)).length;
  // Only answers without rows were doubted so far.
  if (back + still === 0) return { doubt: most ? before : null, ended: !most };
  if (back >= still) return { doubt: most ? { ...before, answers: 0 } : null, ended: true };
  const answers = before.answers + 1;
  return { doubt: answers >= asked.confirmGone ? null : { ...before, answers }, ended: false };
}

/** Counts one more answer without a row, unless the answer is doubted. */
function missed(
  absence: Absence | null,
  how: Requested & { of: number; doubt: Doubt | null; open: boolean; ended: boolean },
): Missing {
  const { at, lastOkAt, of, doubt, open, ended, confirmGone } = how;
  const first: Absence = { times: 1, firstAt: at, from: doubt === null ? lastOkAt : doubt.from, of };
  const doubted = doubt !== null && isDoubted(absence, doubt);
  const held = open && absence !== null && !doubted;
  const next: Absence =
    absence === null
      ? first
      : held
        ? absence
        : ended && doubted
          ? { ...absence, times: 1, firstAt: at }
          : again(absence);
  return { absence: next, gone: !open && next.times >= confirmGone };
}

const again = (absence: Absence): Absence => ({ ...absence, times: absence.times + 1 });
