import { predictionOf, storedPrediction } from "../src/engine/prediction/schedule-prediction.ts";
import { arrived, NO_HISTORY, went, type Past } from "../src/engine/prediction/history.ts";
import { priorOf } from "../src/engine/prediction/population-prior.ts";
import { LIMITS, maxPolls } from "../src/core/limits.ts";
import { FREE_A_DAY } from "../src/engine/plan/plan.ts";
import { storePredictions } from "../src/engine/poll/prediction-store.ts";
import { engineOnD1, notifyDiscord, userIdOf, watchMany, type EngineOnD1 } from "../test/support/engine-on-d1.ts";
import { at95, type Bench, type Options, type Row } from "./bench.ts";
import { historiesOf, shuffled, WEEK, type History } from "./polling/histories.ts";
import { sessionsOf } from "./polling/replay.ts";
import { at, visitors } from "./day-visitors.ts";
import { worker } from "./worker.ts";

const CREATORS = 1000;
const MINUTE = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 1440;
/** Monday 00:00 UTC, minute 0 of all histories. */
const BEGIN = Date.UTC(2025, 10, 17);
const instant = (minute: number): number => BEGIN + minute * MINUTE;
/** The Wednesday of the eighth week is counted; what is known is what seven weeks showed. */
const KNOWN = 7 * WEEK;
const FROM = KNOWN + 2 * DAY_MINUTES;
/** Whom the first ticks poll is not chosen by habit yet. */
const WARM_UP = 6 * HOUR_MINUTES;

/** As many creators as are wanted: more than there are histories come at other hours. */
function creators(histories: History[]): History["sessions"][] {
  return Array.from({ length: CREATORS }, (_, n) => {
    const { sessions } = histories[n % histories.length]!;
    const later = Math.floor(n / histories.length) * 5 * HOUR_MINUTES;
    return sessions.map(([start, end]): [number, number] => [start + later, end + later]);
  });
}

/** What seven weeks of polls have seen of one. */
const historyOf = (sessions: History["sessions"]): Past =>
  sessions
    .filter(([, end]) => end < KNOWN)
    .reduce((history, [start, end]) => went(arrived(history, instant(start)), instant(end)), NO_HISTORY);

/** Writes down what seven weeks have taught, as polls would have. */
async function taught({ db }: EngineOnD1, all: History["sessions"][]): Promise<Map<string, number>> {
  const { results } = await db
    .prepare("SELECT id, sheet_id, name FROM targets")
    .all<{ id: string; sheet_id: number; name: string }>();
  const histories = results.map(({ id, sheet_id: sheetId, name }) => {
    const place = Number(name.split(" ")[1]);
    return { id, sheetId, place, past: historyOf(all[place]!) };
  });
  const prior = priorOf(histories.map(({ past: history }) => predictionOf(history, BEGIN, instant(KNOWN))));
  const predictions = Object.fromEntries(
    histories.map(({ id, sheetId, past: history }) => {
      const prediction = storedPrediction(predictionOf(history, BEGIN, instant(KNOWN), prior), instant(KNOWN));
      return [id, { sheetId, habit: prediction }];
    }),
  );
  const known = JSON.stringify(histories.map(({ id, past: history }) => ({ id, past: history })));
  await db.batch([
    db
      .prepare(
        `UPDATE targets SET created_at = ?2, past = j.value -> '$.past'
         FROM json_each(?1) j WHERE targets.id = j.value ->> '$.id'`,
      )
      .bind(known, BEGIN),
    ...storePredictions(db, predictions),
  ]);
  return new Map(histories.map(({ id, place }) => [id, place]));
}

/** Ticks from one minute to another, with the world as it is at each. */
async function lived(
  engine: EngineOnD1,
  all: History["sessions"][],
  [from, to]: [from: number, to: number],
  meanwhile: (at: number) => Promise<void> = async () => undefined,
): Promise<void> {
  for (let minute = from; minute < to; minute++) {
    engine.live.clear();
    all.forEach((sessions, n) => {
      const place = sessions.findIndex(([start, end]) => start <= minute && minute < end);
      if (place >= 0) engine.live.set(userIdOf(n), `72${n}${place}`);
    });
    await at(instant(minute), () => engine.tick(instant(minute)));
    await meanwhile(instant(minute));
  }
}

/** How long each start of the day waited, minutes, and how many broadcasts of a quarter of an hour nobody saw. */
async function found({ db }: EngineOnD1, all: History["sessions"][], places: Map<string, number>) {
  const { results } = await db
    .prepare("SELECT target_id, detected_at FROM events WHERE type = 'live.started' AND detected_at >= ?1")
    .bind(instant(FROM))
    .all<{ target_id: string; detected_at: number }>();
  const seen = Map.groupBy(results, ({ target_id: id }) => places.get(id)!);
  const day = all.flatMap((sessions, n) =>
    sessions
      .filter(([start]) => start >= FROM && start < FROM + DAY_MINUTES - 30)
      .map(([start, end]) => {
        const at = (seen.get(n) ?? []).map((one) => (one.detected_at - BEGIN) / MINUTE);
        return { long: end - start >= 15, waited: (at.find((one) => one >= start && one < end) ?? Infinity) - start };
      }),
  );
  return {
    delays: day.map(({ waited }) => waited).filter(Number.isFinite),
    missed: day.filter(({ long, waited }) => long && waited === Infinity).length,
  };
}

/** Digests that were sent. */
const digests = async ({ db }: EngineOnD1): Promise<number> =>
  Number(
    await db.prepare("SELECT count(*) AS n FROM deliveries WHERE edition IS NOT NULL AND status = 'sent'").first("n"),
  );

async function run({ traces, seed = 1 }: Options): Promise<Row[]> {
  const histories = shuffled(historiesOf({ sessions: await sessionsOf(traces, seed) }, seed, null), seed);
  const all = creators(histories);
  const perMinute = maxPolls(LIMITS.free);
  const variables = { LIMITS: "free", UPSTREAM_POLLS_PER_MINUTE: String(perMinute) };
  const { rowsRead, rowsWritten, queueOperations } = FREE_A_DAY as Required<typeof FREE_A_DAY>;
  const engine = await engineOnD1(await worker(), variables, { rowsRead, rowsWritten, queueOperations });
  const own = console.log;
  let faults = 0;
  // The engine's own log: what went wrong is counted.
  console.log = (line: unknown) => void (faults += String(line).includes('"level":"error"') ? 1 : 0);
  try {
    await watchMany(engine, CREATORS);
    await notifyDiscord(engine);
    const places = await taught(engine, all);
    await lived(engine, all, [FROM - WARM_UP, FROM]);
    const { visits, minute } = await visitors(engine, instant(FROM));
    engine.spent();
    await lived(engine, all, [FROM, FROM + DAY_MINUTES], minute);
    const spent = engine.spent();
    const { delays, missed } = await found(engine, all, places);
    const used = {
      requests: spent.invocations,
      rowsRead: spent.read,
      rowsWritten: spent.written,
      queueOperations: spent.queueOperations,
    };
    return [
      {
        what: `${CREATORS} creators, ${perMinute} polls a minute, a day`,
        starts: delays.length,
        "mean min": (delays.reduce((sum, one) => sum + one, 0) / delays.length).toFixed(2),
        "p95 min": at95(delays),
        "long ones missed": missed,
        "faults in the log": faults,
      },
      {
        what: "two tabs and ten viewers of a shared link, all day; a digest at 8",
        "asked by tabs": visits.tabs,
        "by viewers": visits.viewers,
        refused: JSON.stringify(visits.refused),
        digests: await digests(engine),
      },
      ...Object.entries(used).map(([quota, value]): Row => {
        const max = FREE_A_DAY[quota as keyof typeof used]!;
        return { what: quota, used: value, "of the free plan": max, share: `${Math.round((100 * value) / max)} %` };
      }),
    ];
  } finally {
    console.log = own;
    await engine.stop();
  }
}

/**
 * A whole day of a thousand creators within what the free plan gives, whose quotas are enforced in the platform's words, with open
 * tabs, viewers of a shared link and a digest: how soon starts are told, and what of each quota is used.
 */
export const day: Bench = { name: "day", run };
