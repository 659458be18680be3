import type { Fixture } from "../kind.ts";

const row = (alive: unknown, room: unknown) => ({
  code: 0,
  msg: "success",
  data: { data: [{ alive, room_id: room }], extra: { now: 1_763_650_000_000 }, status_code: 0 },
});

/** Answers of live checks, in the formats that similar services send. */
export const fixtures: Fixture[] = [
  {
    name: "on air, room id as digits beyond 2^53",
    params: { userId: "7012" },
    bodies: [row(true, "7457312345678901234") as never],
    snapshot: {
      verdict: "on",
      roomId: "7457312345678901234",
      startedAt: "2026-01-05T12:00:00.000Z",
      startedAfter: null,
    },
  },
  {
    name: "off, the room named as zero",
    params: { userId: "7012", roomId: "7100" },
    bodies: [row(false, 0) as never],
    snapshot: { verdict: "off", roomId: null, startedAt: null },
  },
  {
    name: "the row of the wanted room among several",
    params: { roomId: "6872323400263797518" },
    bodies: [
      {
        code: 0,
        msg: "success",
        data: {
          data: [
            { alive: false, room_id: "6843198199583378191" },
            { alive: 1, room_id: "6872323400263797518" },
          ],
          status_code: 0,
        },
      },
    ],
    snapshot: {
      verdict: "on",
      roomId: "6872323400263797518",
      startedAt: "2026-01-05T12:00:00.000Z",
      startedAfter: null,
    },
  },
  {
    name: "no row: nothing is known",
    params: { userId: "7012" },
    bodies: [{ code: 0, msg: "success", data: { data: [], status_code: 0 } }],
    snapshot: { verdict: "unknown", roomId: null, startedAt: null },
  },
];
