import type { Now, StripOfTarget } from "../../../flows/queries/now.ts";
import { Avatar, Name } from "../parts/name.tsx";
import { handleOrNone, shownName } from "../words/name.ts";
import { quartersBefore, StripKey, StripPicture } from "../parts/strip.tsx";
import { Clock, Time } from "../parts/time.tsx";
import { lasting } from "../words/time.ts";

/** The last 24 hours of each creator, one strip each. */
export const Strips = ({ now: { strips, at } }: { now: Now }) =>
  strips.length === 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="day">
      <div class="cap">
        <h2 id="day">Last 24 hours</h2>
        <StripKey />
      </div>
      <ul class="rows">
        {strips.map((one) => (
          <li class="strip">
            <a class="nmx" href={`/creators/${one.id}`}>
              <Avatar
                name={shownName(one.name, one.handle ?? "?")}
                of={one.id}
                live={one.live && standing(one) !== "unknown"}
                small
              />
              <span class="cut">
                <Name of={one.name} otherwise={handleOrNone(one.handle)} />
              </span>
            </a>
            <StripPicture strip={one.strip} label={labelOf(one)} />
            <p class="end">
              <End one={one} />
            </p>
          </li>
        ))}
      </ul>
      <div class="axis" aria-hidden="true">
        <div>
          {quartersBefore(at).map((tick) => (
            <Clock at={tick} />
          ))}
          <span>now</span>
        </div>
      </div>
    </section>
  );

/** Returns a creator's status at the end of the strip. */
function standing({ enabled, live, strip: { unknown, to } }: StripOfTarget): "paused" | "unknown" | "on" | "off" {
  if (!enabled) return "paused";
  if (unknown.some((span) => span.to === to)) return "unknown";
  return live ? "on" : "off";
}

const lastOn = ({ strip }: StripOfTarget) => strip.on.at(-1);

function End({ one }: { one: StripOfTarget }) {
  const now = standing(one);
  const last = lastOn(one);
  if (now === "paused") return <>paused</>;
  if (now === "unknown") return <span class="warn strong">unknown</span>;
  if (last === undefined) return <>offline</>;
  if (now === "on") return <span class="red strong">{lasting(last.to - last.from)}</span>;
  return (
    <>
      until <Time at={last.to} />
    </>
  );
}

function labelOf(one: StripOfTarget): string {
  const now = standing(one);
  const sum = one.strip.on.reduce((total, { from, to }) => total + to - from, 0);
  const said = { paused: "not checked", unknown: "unknown now", on: "live now", off: "offline now" }[now];
  return `${shownName(one.name, handleOrNone(one.handle))}, last 24 hours: ${said}, live for ${lasting(sum)} in total`;
}
