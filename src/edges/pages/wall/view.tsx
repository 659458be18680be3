import { grouped } from "../../../core/numbers-as-text.ts";
import type { Tile, Wall } from "../../../flows/browse/wall.ts";
import { Avatar, handleOrNone, Name, shownName, Title } from "../parts/name.tsx";
import { Spark } from "../parts/spark.tsx";
import { lasting, Time } from "../parts/time.tsx";
import { troublesIn } from "../service-words.ts";

/** The answer from across the room. */
export function headlineOf({ onAir: { count, more }, pulse }: Pick<Wall, "onAir" | "pulse">, blind: boolean): string {
  if (blind) return "Not known who is on air";
  if (pulse.lastPollAt === 0) return "Not known yet who is on air";
  return count === 0 ? "Nobody is on air" : `${more ? "More than " : ""}${count} on air`;
}

/** True where nobody knows any more who is on air. */
export const isBlindIn = ({ pulse, at }: Wall): boolean =>
  troublesIn(pulse, Number.POSITIVE_INFINITY, at).some(({ blind }) => blind);

/** How old what is shown is. */
export const agedWords = ({ pulse, at }: Wall): string =>
  pulse.lastPollAt === 0 ? "nobody was checked yet" : `checked ${lasting(Math.max(0, at - pulse.lastPollAt))} ago`;

/** Those on air, large. Where nobody knows any more they are as they were known last. */
export const Tiles = ({ wall, blind }: { wall: Wall; blind: boolean }) => (
  <ul class={`tiles n${Math.min(wall.tiles.length, 12)}${blind ? " old" : ""}`} aria-label="On air">
    {wall.tiles.map((one) => (
      <TileView one={one} at={wall.at} blind={blind} />
    ))}
  </ul>
);

function TileView({ one, at, blind }: { one: Tile; at: number; blind: boolean }) {
  const { broadcast, viewers, viewed } = one;
  const called = handleOrNone(one.handle);
  return (
    <li class="card tile">
      <Avatar name={shownName(one.name, one.handle ?? "?")} of={one.id} live={!blind} />
      <div class="who3">
        <h2 class="cut">
          <Name of={one.name} otherwise={called} />
        </h2>
        <Title of={broadcast.title} class="cut" />
      </div>
      {viewers === null ? null : (
        <p class="v">
          {grouped("en", viewers)}
          <small>watching</small>
        </p>
      )}
      <div class="low">
        <p class="since">
          since <Time at={broadcast.startedAt} />
          <br />
          <span class="soft">{lasting(at - broadcast.startedAt)}</span>
        </p>
        <Spark points={viewed} label={`Viewers of ${shownName(one.name, called)} over this broadcast`} />
      </div>
    </li>
  );
}
