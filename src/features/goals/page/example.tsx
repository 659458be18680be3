import { neededFor, type GoalStanding } from "../../../core/goal.ts";
import { t } from "../../../ui/words/text.ts";
import type { Group, Person } from "../people.ts";
import { Row } from "./one.tsx";

/** The month of the example: its days, and those that are left. */
const DAYS = 30;
const LEFT = 9;

const WANTED = { hours: 40, validDays: 20 };

interface Sample {
  name: string;
  group: Group;
  state: GoalStanding["state"];
  hours: number;
  validDays: number;
}

const SAMPLES: Sample[] = [
  { name: "Lena", group: "behind", state: "behind", hours: 21, validDays: 11 },
  { name: "Maria", group: "pace", state: "open", hours: 31, validDays: 15 },
  { name: "Kenji", group: "reached", state: "reached", hours: 44, validDays: 21 },
];

function personOf({ name, group, state, hours, validDays }: Sample): Person {
  const left = {
    hours: Math.max(0, WANTED.hours - hours),
    validDays: Math.max(0, WANTED.validDays - validDays),
    days: LEFT,
  };
  const perMonth = DAYS / (DAYS - LEFT);
  return {
    id: "",
    name,
    watchlistId: "",
    removedAt: null,
    goal: null,
    group,
    needed: neededFor(left, 60),
    standing: {
      period: "",
      hours,
      validDays,
      wanted: WANTED,
      left,
      pace: { hours: hours * perMonth, validDays: Math.round(validDays * perMonth) },
      reached: group === "reached",
      behind: group === "behind",
      state,
      coverage: 1,
    },
  };
}

/** How three creators with a goal would look, before there is a goal. */
export const Example = () => (
  <>
    <p class="soft small">{t("This is how it will look:")}</p>
    <ul class="help example">
      {SAMPLES.map((one) => (
        <Row one={personOf(one)} days={DAYS} link={false} />
      ))}
    </ul>
  </>
);
