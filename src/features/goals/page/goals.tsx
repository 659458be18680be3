import type { FieldError } from "../../../core/refusal.ts";
import { goal } from "../resource/goal.ts";
import { target } from "../../creators/resource/target.ts";
import { type Month, monthOf } from "../../../core/goal.ts";
import { monthAfter } from "../../../core/calendar-period.ts";
import { inGroup, type ListMonth, MAX_COMPUTED, type MonthPorts } from "../months.ts";
import { type Counts, countsOf, judgedIn, peopleOf, type Person, withGoalIn } from "../people.ts";
import { GoalBars, PeopleBar } from "./bars.tsx";
import { countsWords, monthWords, wantedWords } from "./words.ts";
import { reaches } from "../../../http/auth.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { GOALS } from "../../../ui/nav.ts";
import { countingZone, formsAt, pageAt, type PageContext } from "../../../ui/page.ts";
import { Allowed, Field } from "../../../ui/parts/form.tsx";
import { GoalFields } from "../goal-form.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { T } from "../../../ui/words/translated.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { AddCard, listed } from "../../../ui/shapes/listed.tsx";
import { show } from "../../../ui/show.tsx";
import { namesById } from "../../../ui/words/name.ts";
import { changeGoal, deleteGoal, hasGoal, restoreGoal, setGoal } from "./changes.ts";
import type { GoalRecord } from "./found.ts";
import { Example } from "./example.tsx";
import { helpWords, onePage, Row, rowWords } from "./one.tsx";
import { plural, t } from "../../../ui/words/text.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import { ListMark } from "../../../ui/parts/icon.tsx";

/** Goals per page. */
const A_PAGE = 20;

/** Creators with a goal of their own whose month a page reads, where there are many creators. */
const MAX_OWN = 10;

/** Creators of a list who are named because they need help. */
const MAX_NAMED = 5;

/** Lists whose creators are named, where there are many creators. */
const MAX_READ = 5;

const LIST = "/watchlistId";

type Needs = ReportPorts & MonthPorts;

/** A goal with how it stands: of a creator, or of everybody in a list; nulls where that is not known yet. */
interface Standing {
  one: GoalRecord;
  called: string;
  person: Person | null;
  counts: Counts | null;
  /** The first of a list who are behind, hardest first. */
  needy: Person[];
  /** When it was counted, epoch ms; null for now, or never. */
  asOf: number | null;
}

const needOf = ({ person, counts }: Standing): number => counts?.behind ?? (person?.group === "behind" ? 1 : 0);

/** The first who are behind in lists that were counted by ticks. */
async function behindIn(goals: GoalRecord[], zone: string, { ports, now }: PageContext<Needs>): Promise<Person[]> {
  const orders = await Promise.all(goals.map(({ watchlistId }) => ports.months.order(watchlistId!)));
  const ids = orders.flatMap((one) =>
    inGroup(one?.order ?? [], "behind")
      .slice(0, MAX_NAMED)
      .map(([id]) => id),
  );
  return ids.length === 0 ? [] : peopleOf({ watchlistId: null, ids, zone, max: ids.length }, now, ports.reports);
}

/** How each goal of the page stands: as of now where there are few creators, else lists as last counted. */
async function standingsOf(
  context: PageContext<Needs>,
  goals: GoalRecord[],
  names: Map<string, string>,
): Promise<Standing[]> {
  const { ports, now } = context;
  const zone = countingZone(context);
  const lists = [...new Set(goals.flatMap(({ watchlistId }) => watchlistId ?? []))];
  const { creators, months } = await ports.months.read(lists);
  const few = creators <= MAX_COMPUTED;
  const ids = goals.flatMap(({ targetId }) => targetId ?? []).slice(0, MAX_OWN);
  const asked = few ? { max: MAX_COMPUTED } : { ids, max: ids.length };
  const people =
    goals.length === 0 || asked.max === 0
      ? []
      : await peopleOf({ watchlistId: null, zone, ...asked }, now, ports.reports);
  const storedOf = (one: GoalRecord): ListMonth | null => {
    const stored = few ? undefined : months.get(one.watchlistId ?? "");
    return stored?.period === monthOf(now, one.timezone ?? zone).name ? stored : null;
  };
  const countsIn = (one: GoalRecord): Counts | null =>
    few ? countsOf(people.filter(({ goal: held }) => held?.id === one.id)) : (storedOf(one)?.counts ?? null);
  const counted = goals.filter((one) => (storedOf(one)?.counts.behind ?? 0) > 0).slice(0, MAX_READ);
  const named = counted.length === 0 ? people : [...people, ...(await behindIn(counted, zone, context))];
  return goals
    .map((one): Standing => {
      const called = names.get(one.targetId ?? one.watchlistId ?? "") ?? t("(deleted)");
      const person = one.targetId === null ? null : people.find(({ id }) => id === one.targetId);
      const counts = one.watchlistId === null ? null : countsIn(one);
      const needy =
        counts === null ? [] : named.filter(({ goal: held, group }) => held?.id === one.id && group === "behind");
      const asOf = one.watchlistId === null ? null : (storedOf(one)?.at ?? null);
      return { one, called, person: person ?? null, counts, needy: needy.slice(0, MAX_NAMED), asOf };
    })
    .sort((a, b) => needOf(b) - needOf(a));
}

/** One goal: its owner, how it stands, and what can be done with it. */
const GoalRow = ({ of: { one, called, person, counts, asOf }, month }: { of: Standing; month: Month }) => {
  const words = person === null ? "" : rowWords(person);
  const href = one.watchlistId === null ? `/creators/${one.targetId}` : `${GOALS}/${one.id}`;
  return (
    <li>
      {one.watchlistId === null ? (
        <Avatar name={called} of={one.targetId ?? ""} />
      ) : (
        <ListMark name={called} of={one.watchlistId} />
      )}
      <span class="whom">
        <b class="cut">
          <a href={href}>
            <Name of={called} />
          </a>
        </b>
        <small class="soft">
          {t(one.watchlistId === null ? "{goal} a month" : "Each creator: {goal} a month", { goal: wantedWords(one) })}
        </small>
        {counts !== null && withGoalIn(counts) > 0 ? (
          <span class={counts.behind > 0 ? "need" : "need soft"}>{helpWords(counts, month.name)}</span>
        ) : words === "" ? null : (
          <span class={person?.group === "behind" ? "need" : "need soft"}>{words}</span>
        )}
      </span>
      {person !== null ? (
        <GoalBars one={person} days={month.days.length} />
      ) : counts !== null && judgedIn(counts) > 0 ? (
        <span class="gbs bar">
          <PeopleBar counts={counts} thin />
          <small class="soft">
            {countsWords(counts)}
            {asOf === null ? null : (
              <>
                {" · "}
                <T of="counted {when}" when={<Time at={asOf} />} />
              </>
            )}
          </small>
        </span>
      ) : (
        <span class="soft end">
          {one.watchlistId === null ? (
            <a href={href}>{t("See progress")}</a>
          ) : counts === null ? (
            t("not counted yet")
          ) : withGoalIn(counts) === 0 ? (
            t("No one has this goal")
          ) : (
            plural(withGoalIn(counts), "{n} creator", "{n} creators")
          )}
        </span>
      )}
    </li>
  );
};

/** Leads to those of a list who need help and are not named. */
const Others = ({ of: { one, counts, needy } }: { of: Standing }) => {
  const left = (counts?.behind ?? 0) - needy.length;
  if (needy.length === 0 || left <= 0) return <></>;
  return (
    <li>
      <a class="btn bare" href={`${GOALS}/${one.id}?group=behind`}>
        {plural(left, "and {n} more", "and {n} more")}
      </a>
    </li>
  );
};

const summed = (standings: Standing[], of: (counts: Counts) => number): number =>
  standings.reduce((sum, { person, counts }) => sum + of(counts ?? countsOf(person === null ? [] : [person])), 0);

/** The answer of the page: how many need help, of all who have a goal that counts already. */
function headlineOf(standings: Standing[], month: string): string {
  if (standings.length === 0) return t("No goals yet");
  const needy = standings.reduce((sum, one) => sum + needOf(one), 0);
  if (needy === 0 && summed(standings, judgedIn) === 0) {
    if (summed(standings, (counts) => counts.unsaid) > 0) return t("Not watched enough to say");
    return summed(standings, (counts) => counts.new) > 0
      ? t("Goals start in {month}", { month: monthWords(monthAfter(month, 1)) })
      : t("Goals");
  }
  return needy === 0 ? t("No one needs help") : plural(needy, "{n} creator needs help", "{n} creators need help");
}

async function goalsPage(context: PageContext<Needs>, errors: FieldError[] | null = null): Promise<Response> {
  const { ports, fields, now } = context;
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
  const standings = await standingsOf(context, all, names);
  const month = monthOf(now, countingZone(context));
  // With several lists none is the likely one: nobody should set a goal for the wrong people.
  const choices = { ...(lists.length > 1 ? { "": t("Choose a list") } : {}), ...namesById(lists) };
  const value = (pointer: string) => (errors === null ? "" : fields.text(pointer));
  const unchosen = errors?.filter(({ pointer }) => pointer === LIST) ?? [];
  const title = headlineOf(standings, month.name);
  const isJudged = summed(standings, judgedIn) > 0;
  const body = (
    <>
      <Head title={title}>
        {all.length === 0
          ? [
              t("A goal is hours live or valid days in each month."),
              ...(reaches(context.session.actor, "write")
                ? [t("Set one for a list here, or for one creator on their page.")]
                : []),
            ].join(" ")
          : isJudged
            ? `${monthWords(month.name)} · ${t("who needs help comes first")}`
            : summed(standings, (counts) => counts.unsaid) > 0
              ? monthWords(month.name)
              : t("A goal set mid-month counts from the next month, unless you choose this one.")}
      </Head>
      <div class="stack">
        {all.length === 0 ? null : (
          <section class="card" aria-label={t("Goals")}>
            <ul class="help">
              {standings.map((of) => (
                <>
                  <GoalRow of={of} month={month} />
                  {of.needy.map((one) => (
                    <Row one={one} days={month.days.length} />
                  ))}
                  <Others of={of} />
                </>
              ))}
            </ul>
          </section>
        )}
        {pager()}
        <Allowed scope="write">
          <AddCard
            action={GOALS}
            title={t("Set a goal for a list")}
            label={t("Set goal")}
            {...(all.length > 0 ? {} : { beside: <Example /> })}
          >
            <Field pointer={LIST} label={t("List")} value={value(LIST)} errors={unchosen} {...choiceOf(choices)} />
            <GoalFields value={value} errors={errors?.filter(({ pointer }) => pointer !== LIST) ?? []} />
          </AddCard>
        </Allowed>
      </div>
    </>
  );
  return show(context, { title, path: GOALS, status: errors === null ? 200 : 422, body });
}

async function added(context: PageContext<Needs>): Promise<Response> {
  const watchlistId = context.fields.text(LIST);
  const refused = (message: string) => goalsPage(context, [{ pointer: LIST, message }]);
  if (watchlistId === "") return refused(t("Choose a list first."));
  if (await hasGoal({ watchlistId }, context))
    return refused(t("This list has a goal already. Open it above to change it."));
  const set = await setGoal({ watchlistId }, { text: t("Goal set"), from: GOALS }, context);
  return set instanceof Response ? set : goalsPage(context, set);
}

const post = formsAt(GOALS);

export const goalPages = [
  pageAt<Needs>(GOALS, (context) => goalsPage(context)),
  pageAt<Needs>(`${GOALS}/{id}`, (context) => onePage(context)),
  post("", "createGoal", added),
  post("/restore", "createGoal", restoreGoal),
  post<Needs>("/{id}", "changeGoal", async (context) => {
    const changed = await changeGoal(context);
    return changed instanceof Response ? changed : onePage(context, changed);
  }),
  post("/{id}/delete", "deleteGoal", deleteGoal),
];
