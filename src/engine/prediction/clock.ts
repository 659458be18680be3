import { instantOfWall, wallOf } from "../../core/schedule.ts";

/** The local clock of a target. Instants are epoch ms. Wall times are epoch ms too, as if the wall showed UTC. */
export interface Clock {
  /** The name of an IANA zone. */
  timezone: string;
  wallOf: (at: number) => number;
  /** The instant of a wall time: the first one if it occurs twice, the moment of the change if it is skipped. */
  instantOf: (wall: number) => number;
}

export const UTC_CLOCK: Clock = { timezone: "UTC", wallOf: (at) => at, instantOf: (wall) => wall };

/** The clock of a configured zone. Results are cached, as the platform's zones are slow. */
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
