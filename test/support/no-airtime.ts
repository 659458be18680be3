import type { AirtimeReportDeps } from "../../src/features/reports/rows/report.ts";
import type { RoomDeps } from "../../src/features/reports/room.ts";
import { surelyKnown } from "./readings.ts";
import { unlimited } from "./setting.ts";

/** As if there were few targets. */
export const ROOM: RoomDeps = { targetsOf: async () => 0, statementsLeft: unlimited };

/** As if nobody were watched. */
export const NO_AIRTIME: AirtimeReportDeps = {
  ...ROOM,
  pastMonths: async () => ({ items: [], next: null }),
  horizon: surelyKnown,
  goals: async () => new Map(),
  bestPlaces: async () => new Map(),
};
