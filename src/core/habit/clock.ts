import { instantOfWall, wallOf } from "../schedule.ts";

/** The clock on the wall that a target's hours follow. Instants are epoch ms; what the wall shows is, too, as if it showed UTC. */
export interface Clock {
  /** The name of an IANA zone. */
  timezone: string;
  wallOf: (at: number) => number;
  /** When the wall shows this: the first time where it does twice; where clocks skip it, the moment of the skip. */
  instantOf: (wall: number) => number;
}

export const UTC_CLOCK: Clock = { timezone: "UTC", wallOf: (at) => at, instantOf: (wall) => wall };

/** The clock of a zone that somebody has set. It remembers what it was asked: the platform's zones are slow. */
export function clockOfZone(timezone: string): Clock {
  if (timezone === "UTC") return UTC_CLOCK;
  const walls = new Map<number, number>();
  return {
    timezone,
    wallOf(at) {
      let wall = walls.get(at);
      if (wall === undefined) walls.set(at, (wall = wallOf(at, timezone)));
      return wall;
    },
    instantOf: (wall) => instantOfWall(wall, timezone),
  };
}
