import { lengthOf } from "../../../core/spans.ts";
import type { Now, StripOfTarget } from "../now.ts";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { PartDisplayed } from "../../../ui/parts/pager.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { CREATORS } from "../../creators/creator-address.ts";
import { handleOrNone, displayedName } from "../../../ui/words/name.ts";
import { quartersBefore, StripKey, StripPicture } from "../../creators/strip-view.tsx";
import { Clock, Time } from "../../../ui/parts/time.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** The last 24 hours of each creator, one strip each. */
export const Strips = ({ now: { strips, at, creators } }: { now: Now }) =>
  strips.length === 0 ? (
    <></>
  ) : (
    <section class="card" aria-labelledby="day">
      <div class="cap">
        <h2 id="day">{t("Last 24 hours")}</h2>
        <StripKey />
      </div>
      <ul class="rows">
        {strips.map((one) => (
          <li class="strip">
            <a class="nmx" href={`/creators/${one.id}`}>
              <Avatar
                name={displayedName(one.name, one.handle ?? "?")}
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
          <span>{t("now")}</span>
        </div>
      </div>
      <PartDisplayed shown={strips.length} of={creators}>
        <ButtonLink href={CREATORS} icon="right">
          {t("All creators")}
        </ButtonLink>
      </PartDisplayed>
    </section>
  );

/** Returns a creator's status at the end of the strip. */
function standing({ enabled, live, strip: { unknown, to } }: StripOfTarget): "paused" | "unknown" | "on" | "off" {
  if (!enabled) return "paused";
  if (unknown.some((span) => span.to === to)) return "unknown";
  return live ? "on" : "off";
}

/** The time live, in words: all of it, as a stream may have several parts with unknown time between them. */
const totalOf = ({ strip }: StripOfTarget): string => lasting(lengthOf(strip.on));

function End({ one }: { one: StripOfTarget }) {
  const now = standing(one);
  const last = one.strip.on.at(-1);
  if (now === "paused") return <>{t("paused")}</>;
  if (now === "unknown") return <span class="warn strong">{t("unknown")}</span>;
  if (last === undefined) return <>{t("offline")}</>;
  if (now === "on") return <span class="red strong">{totalOf(one)}</span>;
  return <T of="until {when}" when={<Time at={last.to} />} />;
}

const LABELS = {
  paused: marked("{name}, last 24 hours: not checked, live for {time} in total"),
  unknown: marked("{name}, last 24 hours: unknown now, live for {time} in total"),
  on: marked("{name}, last 24 hours: live now, live for {time} in total"),
  off: marked("{name}, last 24 hours: offline now, live for {time} in total"),
};

function labelOf(one: StripOfTarget): string {
  return t(LABELS[standing(one)], { name: displayedName(one.name, handleOrNone(one.handle)), time: totalOf(one) });
}
