/** The modules of which a tick that finds nothing runs most, by their folders: a test holds them against such a tick. */
const MODULES: Record<string, string> = {
  src: "compose compose-environment config doors variables",
  "src/core":
    "between budget entry envelope facts json knowledge pieces pulse self-watch sheet side-by-side upstream-watch",
  "src/edges": "read-capped",
  "src/edges/log": "log",
  "src/edges/outbound": "dead-man sender",
  "src/edges/picture": "drawer",
  "src/edges/queue": "queue-sender",
  "src/edges/store":
    "board-store commit-store counters delivery-writer edition-store gathered held-store id-rows json-chunks meter " +
    "outbox-due outbox-take poll-store resolve-targets retain-store retries self-store series-writer tally " +
    "timetable-store vault",
  "src/edges/upstream": "answer caller operations request service",
  "src/flows": "sweep",
  "src/flows/board": "show",
  "src/flows/deliver": "deliver nudges room",
  "src/flows/digest": "issue",
  "src/flows/poll":
    "batch calls choosing judge keep knowledge learn plan-commit poll read schedule slot stale survey tick upstream",
  "src/flows/retain": "retain",
  "src/flows/route": "announce release route",
  "src/flows/self": "channels look stepper",
  "src/targets": "proof resolving stored",
  "src/targets/live": "judge late read seen stored wire",
};

/** The same as paths: "src/flows/sweep.ts". */
export const FIRST_TICK: ReadonlySet<string> = new Set(
  Object.entries(MODULES).flatMap(([folder, names]) => names.split(" ").map((name) => `${folder}/${name}.ts`)),
);
