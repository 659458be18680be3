import type { FieldError } from "../../../core/refusal.ts";
import { create, remove } from "../../../resources/write/write-resource.ts";
import { goal } from "../resource/goal.ts";
import { target } from "../../creators/resource/target.ts";
import { wantedWords } from "./words.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { choiceOf, jsonOf } from "../../../ui/forms/controls.ts";
import { GOALS } from "../../../ui/nav.ts";
import { formsAt, ownPath, type Page, type PageContext, pageAt, backTo, storeDeps } from "../../../ui/page.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { Allowed, Field } from "../../../ui/parts/form.tsx";
import { goalControls, GoalFields, goalWrongs } from "../goal-form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { AddCard } from "../../../ui/shapes/add-card.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { listed } from "../../../ui/shapes/listed.tsx";
import { show } from "../../../ui/show.tsx";
import { namesById } from "../../../ui/words/name.ts";
import { onePage, type GoalRecord } from "./one.tsx";
import { t } from "../../../ui/words/text.ts";

/** Goals per page. */
const A_PAGE = 50;

const LIST = "/watchlistId";

/** One goal: its owner, and what can be done with it. */
const GoalRow = ({ one, called, list }: { one: GoalRecord; called: string; list: boolean }) => (
  <li class="used came">
    <div>
      <a href={`${GOALS}/${one.id}`}>
        <Name of={called} />
      </a>
      <p class="soft small">
        {t(list ? "Each creator of the list: {goal} a month" : "{goal} a month", { goal: wantedWords(one) })}
      </p>
    </div>
    <Allowed scope="write">
      <Delete action={`${GOALS}/${one.id}/delete`} />
    </Allowed>
  </li>
);

async function goalsPage(
  context: PageContext<"keep" | "lists">,
  errors: FieldError[] | null = null,
): Promise<Response> {
  const { ports, fields } = context;
  const { items, pager } = await listed(goal, { path: GOALS, most: A_PAGE }, context);
  const all = items as unknown as GoalRecord[];
  const [lists, creators] = await Promise.all([
    ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? [])),
    ports.keep.known(
      target,
      all.flatMap(({ targetId }) => targetId ?? []),
    ),
  ]);
  const names = new Map([...lists, ...creators].map(({ id, name }) => [id, name]));
  const choices = namesById(lists);
  const value = (pointer: string) => (errors === null ? "" : fields.text(pointer));
  const body = (
    <>
      <Head title={t("Goals")}>
        {t(
          "Hours live and valid days in each calendar month. Set one for a list here, or for one creator on their page.",
        )}
      </Head>
      <div class="stack">
        {all.length === 0 ? (
          <p class="soft">{t("No goals yet.")}</p>
        ) : (
          <ul class="rows card">
            {all.map((one) => (
              <GoalRow
                one={one}
                called={names.get(one.targetId ?? one.watchlistId ?? "") ?? t("(deleted)")}
                list={one.watchlistId !== null}
              />
            ))}
          </ul>
        )}
        {pager()}
        <Allowed scope="write">
          <AddCard action={GOALS} title={t("Set a goal for a list")} label={t("Set goal")}>
            {errors === null ? null : <p class="bad">{goalWrongs(errors)}</p>}
            <Field pointer={LIST} label={t("List")} value={value(LIST)} {...choiceOf(choices)} />
            <GoalFields value={value} errors={[]} />
          </AddCard>
        </Allowed>
      </div>
    </>
  );
  return show(context, { title: t("Goals"), path: GOALS, status: errors === null ? 200 : 422, body });
}

async function added(context: PageContext<"keep" | "lists">): Promise<Response> {
  const body = { ...jsonOf(goalControls(), context.fields), watchlistId: context.fields.text(LIST) || null };
  const created = await create(goal, body, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return goalsPage(context, errors);
  granted(created);
  return backTo(ownPath(context.fields.text("from") || GOALS, context.url), { text: t("Goal set") }, context);
}

async function deleted(context: PageContext<"keep">): Promise<Response> {
  const one = await recordAt(goal, context);
  granted(await remove(goal, one, { cascade: false, revisions: null }, storeDeps(context, 204)));
  return backTo(ownPath(context.fields.text("from") || GOALS, context.url), { text: t("Goal deleted") }, context);
}

const post = formsAt(GOALS);

export const goalPages: Page[] = [
  pageAt(GOALS, ["keep", "lists"], goalsPage),
  pageAt(`${GOALS}/{id}`, ["keep", "reports"], onePage),
  post("", "createGoal", ["keep", "lists"], added),
  post("/{id}/delete", "deleteGoal", ["keep"], deleted),
];
