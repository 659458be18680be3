import { nextMorning } from "../../core/calendar.ts";
import { DAY_MS, HOUR_MS } from "../../core/duration.ts";
import type { Silence } from "../../features/silences/resource/silence.ts";
import { Problem } from "../../http/problem.ts";
import type { PageContext } from "../page.ts";
import { marked, t } from "../words/text.ts";
import { Allowed, Button } from "./form.tsx";
import { Act } from "./act.tsx";

/** The lengths of a snooze, in the order of the buttons. */
export const SNOOZES: Record<string, string> = {
  hour: marked("For 1 hour"),
  morning: marked("Until tomorrow, 9:00"),
  week: marked("For 1 week"),
};

/** Returns when a snooze of this length ends if it starts now; null for an unknown length. */
function snoozeEnd(wish: string, { now, zone }: Pick<PageContext, "now" | "zone">): number | null {
  if (wish === "hour") return now + HOUR_MS;
  if (wish === "week") return now + 7 * DAY_MS;
  return wish === "morning" ? nextMorning(now, zone) : null;
}

/** Returns the end of the snooze that a form asks for; throws a 400 Problem. */
export function untilIn(context: PageContext): number {
  const until = snoozeEnd(context.fields.text("for"), context);
  if (until === null) throw new Problem(400, t("Choose how long."));
  return until;
}

/** The buttons that start a snooze. */
export const SnoozeButtons = () => (
  <>
    {Object.entries(SNOOZES).map(([wish, words]) => (
      <Button name="for" value={wish}>
        {t(words)}
      </Button>
    ))}
  </>
);

/** A button that ends a snooze early. */
export const EndSnooze = ({ of, from }: { of: Silence; from: string }) => (
  <Allowed scope="write">
    <Act action={`/snoozes/${of.id}/end`} fields={{ from: from }}>
      {t("End snooze")}
    </Act>
  </Allowed>
);
