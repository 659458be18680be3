import type { ReportPorts } from "../../reports/rows/report.ts";
import type { CreatorGoal } from "../../goals/goals.ts";
import { hasGoal, setGoal } from "../../goals/page/changes.ts";
import { target } from "../resource/target.ts";
import { monthWords } from "../../goals/page/words.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { backTo, formsAt, type PageContext } from "../../../ui/page.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { ChangeGoal, GoalFields, goalWrongs } from "../../goals/goal-form.tsx";
import { GoalProgress } from "../../goals/goal.tsx";
import { Allowed, Button, Form } from "../../../ui/parts/form.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";

interface GoalCardProps {
  id: string;
  /** The page that shows it. */
  at: string;
  goals: CreatorGoal[];
}

/** A creator's goals this month, with a form for a goal of their own. */
export const GoalCard = ({ id, at, goals }: GoalCardProps) => (
  <section class="card" aria-labelledby="goals">
    <div class="cap">
      <h2 id="goals">{t("Monthly goal")}</h2>
      <a class="btn bare" href="/goals">
        {t("All goals")}
      </a>
    </div>
    <div class="bd flow">
      {goals.length === 0 ? <p class="soft">{t("No goal is set.")}</p> : null}
      {goals.map(({ goal: held, standing }) => (
        <div class="flow">
          <h3>
            {held.own
              ? monthWords(standing.period)
              : t("{month}, goal of the list", { month: monthWords(standing.period) })}
          </h3>
          <GoalProgress of={standing} validDayMinutes={held.validDayMinutes} />
          {held.own ? (
            <Allowed scope="write">
              <ChangeGoal one={held} zone={held.zone} at={held.id} from={at} />
              <Delete action={`/goals/${held.id}/delete`} fields={{ from: at }} />
            </Allowed>
          ) : null}
        </div>
      ))}
      {goals.some(({ goal: { own } }) => own) ? null : (
        <Allowed scope="write">
          <details>
            <summary>{t("Set a goal")}</summary>
            <Form action={`/creators/${id}/goals`} class="flow">
              <GoalFields value={() => ""} errors={[]} />
              <p class="line">
                <Button look="main">{t("Set goal")}</Button>
              </p>
            </Form>
          </details>
        </Allowed>
      )}
    </div>
  </section>
);

async function added(context: PageContext<ReportPorts>): Promise<Response> {
  const one = await recordAt(target, context);
  const at = `/creators/${one.id}`;
  const name = displayedName(one.name);
  const refused = (why: string) => backTo(at, { text: `${t("No goal set.")} ${why}` }, context);
  if (await hasGoal({ targetId: one.id, watchlistId: one.watchlistId }, context))
    return refused(t("{name} has a goal already.", { name }));
  const set = await setGoal({ targetId: one.id }, { text: t("Goal set for {name}", { name }), from: at }, context);
  return set instanceof Response ? set : refused(goalWrongs(set));
}

export const goalPages = [formsAt("/creators/{id}")("/goals", "createGoal", added)];
