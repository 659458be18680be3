import type { CreatorGoal } from "../../goals/goals.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { goal } from "../../goals/resource/goal.ts";
import { target } from "../resource/target.ts";
import { monthWords } from "../../goals/page/words.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { jsonOf } from "../../../ui/forms/controls.ts";
import { backTo, formsAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { GoalFields, goalControls, goalWrongs } from "../../goals/goal-form.tsx";
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
              <Delete action={`/goals/${held.id}/delete`} fields={{ from: at }} />
            </Allowed>
          ) : null}
        </div>
      ))}
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
    </div>
  </section>
);

async function added(context: PageContext): Promise<Response> {
  const one = await recordAt(target, context);
  const at = `/creators/${one.id}`;
  const body = { ...jsonOf(goalControls(), context.fields), targetId: one.id };
  const created = await create(goal, body, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return backTo(at, { text: `${t("No goal set.")} ${goalWrongs(errors)}` }, context);
  granted(created);
  return backTo(at, { text: t("Goal set for {name}", { name: displayedName(one.name) }) }, context);
}

export const goalPages = [formsAt("/creators/{id}")("/goals", "createGoal", added)];
