import type { Child } from "hono/jsx";
import { monthOf, type Month } from "../../../core/goal.ts";
import { barePercent, decimalText } from "../../../core/numbers-as-text.ts";
import { monthAfter } from "../../../core/calendar-period.ts";
import { cityOf } from "../../../core/calendar.ts";
import { goal } from "../resource/goal.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { ChangeGoal } from "../goal-form.tsx";
import type { AnyStored } from "../../../resources/resource.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { A_PAGE, foundOf, ORDER, type Found, type GoalRecord } from "./found.ts";
import { judgedIn, withGoalIn, type Counts, type Group, type Person } from "../people.ts";
import { monthWords, needWords, wantedWords } from "./words.ts";
import { GoalBars, PeopleBar, PeopleKey } from "./bars.tsx";
import { recordAt } from "../../../http/preconditions.ts";
import { GOALS } from "../../../ui/nav.ts";
import { countingZone, type PageContext, seeOther } from "../../../ui/page.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { language, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import type { ReportPorts } from "../../reports/rows/report.ts";
import type { MonthPorts } from "../months.ts";

/** Groups that nobody has to act on are folded. */
const FOLDED: readonly Group[] = ["out", "unsaid", "new"];

/** Groups whose title says all about each of their rows. */
const SAID: readonly (Group | null)[] = ["out", "new"];

/** What a person needs, or why nothing is said. */
export function rowWords(one: Person): string {
  const { standing, group } = one;
  if (one.removedAt !== null) return t("removed");
  if (group === "unsaid")
    return t("watched {share} of the month so far", {
      share: barePercent(language(), Math.floor((standing.coverage ?? 0) * 100)),
    });
  if (group === "new") return t("counts from next month");
  if (group === "pace" && standing.wanted.hours !== null && standing.pace !== null)
    return t("on pace for {n} h", { n: decimalText(language(), Math.floor(standing.pace.hours)) });
  if (group === "out") return t("out of reach");
  return needWords(one);
}

/** A creator in the month: what they need, and both bars. A creator of an example has no page. */
export const Row = ({ one, days, link = true }: { one: Person; days: number; link?: boolean }) => {
  const words = one.removedAt === null && SAID.includes(one.group) ? "" : rowWords(one);
  return (
    <li>
      <Avatar name={one.name} of={one.id} />
      <span class="whom">
        <b class="cut">
          {link && one.removedAt === null ? (
            <a href={`/creators/${one.id}`}>
              <Name of={one.name} />
            </a>
          ) : (
            <Name of={one.name} />
          )}
        </b>
        {words === "" ? null : <span class={one.group === "behind" ? "need" : "need soft"}>{words}</span>}
      </span>
      {one.group === "unsaid" && (one.standing.coverage ?? 0) === 0 ? (
        <span class="soft end">{t("not known")}</span>
      ) : (
        <GoalBars one={one} days={days} />
      )}
    </li>
  );
};

const TITLES: Record<Group, () => string> = {
  behind: () => t("Behind, hardest first"),
  pace: () => t("On pace"),
  reached: () => t("Reached"),
  out: () => t("Out of reach"),
  unsaid: () => t("Not watched enough to say"),
  new: () => t("Counted from next month"),
};

interface GroupProps {
  id: string;
  title: string;
  count: number;
  folded: boolean;
  people: Person[];
  days: number;
  children?: Child;
}

/** A group of people with its count. Folded, it is one line. */
const GroupCard = ({ id, title, count, folded, people, days, children }: GroupProps) => {
  const rows = (
    <ul class="help">
      {people.map((one) => (
        <Row one={one} days={days} />
      ))}
    </ul>
  );
  if (folded)
    return (
      <section class="card" id={id}>
        <Fold title={`${title} (${count})`} class="pad">
          {children}
          {rows}
        </Fold>
      </section>
    );
  return (
    <section class="card" id={id} aria-labelledby={`${id}-title`}>
      <div class="cap">
        <h2 id={`${id}-title`}>{title}</h2>
        <p class="soft">{count}</p>
      </div>
      {children}
      {rows}
    </section>
  );
};

/** Says who needs help, of those who are judged. */
export function helpWords(counts: Counts, month: string): string {
  const judged = judgedIn(counts);
  if (counts.behind > 0)
    return plural(counts.behind, "{n} of {all} needs help", "{n} of {all} need help", { all: String(judged) });
  if (judged > 0) return counts.out === judged ? t("All are out of reach") : t("No one needs help");
  if (counts.unsaid > 0) return t("Not watched enough to say");
  return counts.new > 0
    ? t("Counts from {month}", { month: monthWords(monthAfter(month, 1)) })
    : t("No one has this goal");
}

/** Where most can't reach a goal, the goal is at fault. */
const Unreachable = ({ counts }: { counts: Counts }) => {
  const judged = judgedIn(counts);
  return counts.out * 2 > judged && judged > 1 ? (
    <Note tone="hand">
      <p>
        {t("{n} of {all} are out of reach. Was the goal set late, or too high?", {
          n: String(counts.out),
          all: String(judged),
        })}
      </p>
    </Note>
  ) : (
    <></>
  );
};

interface BodyProps {
  found: Found;
  one: GoalRecord;
  month: Month;
  page: number;
  group: Group | null;
}

function Body({ found: { shown, removed, counts, all, asOf }, one, month, page, group }: BodyProps) {
  const path = `${GOALS}/${one.id}`;
  const at = (to: number): string =>
    `${path}?${new URLSearchParams({ ...(group === null ? {} : { group }), page: String(to) }).toString()}`;
  const days = month.days.length;
  return (
    <div class="stack">
      {judgedIn(counts) === 0 && group === null ? null : (
        <section class="card" aria-label={t("Everyone")}>
          <div class="pbox">
            <PeopleBar counts={counts} />
            <PeopleKey counts={counts} href={(to) => `${path}?group=${to}`} />
            {group === null ? null : (
              <p>
                <a href={path}>{t("Show everyone")}</a>
              </p>
            )}
            {judgedIn(counts) === 0 ? null : <p class="soft small">{t("The mark shows where they should be today")}</p>}
          </div>
        </section>
      )}
      <Unreachable counts={counts} />
      {ORDER.map((of) => {
        const people = shown.filter((person) => person.group === of);
        return people.length === 0 ? null : (
          <GroupCard
            id={of}
            title={TITLES[of]()}
            count={counts[of]}
            folded={group === null && FOLDED.includes(of) && judgedIn(counts) > 0}
            people={people}
            days={days}
          >
            {of === "unsaid" ? (
              <p class="soft small inset">
                {t("We must see at least 75% of the month. Time we didn’t see never counts against anyone.")}
              </p>
            ) : null}
          </GroupCard>
        );
      })}
      {removed.length === 0 || group !== null ? null : (
        <GroupCard
          id="removed"
          title={t("Removed this month")}
          count={removed.length}
          folded
          people={removed}
          days={days}
        />
      )}
      {all <= A_PAGE ? null : (
        <nav class="pager" aria-label={t("Pages")}>
          <span>{t("Page {n}", { n: String(page) })}</span>
          {page === 1 ? null : <ButtonLink href={at(page - 1)}>{t("Previous page")}</ButtonLink>}
          {all > page * A_PAGE ? (
            <ButtonLink href={at(page + 1)} icon="right">
              {t("Next page")}
            </ButtonLink>
          ) : null}
        </nav>
      )}
      {asOf === null ? null : (
        <p class="soft small">
          <T
            of="Groups are counted every three hours, last {when}. The bars are up to date."
            when={<Time at={asOf} />}
          />
        </p>
      )}
    </div>
  );
}

/** Shows everybody in a list this month, those who need help first. A creator's own goal is on the creator's page. */
export async function onePage(
  context: PageContext<ReportPorts & MonthPorts>,
  errors: FieldError[] | null = null,
): Promise<Response> {
  const { ports, now, fields } = context;
  const one = (await recordAt(goal, context)) as AnyStored as unknown as GoalRecord;
  const { watchlistId } = one;
  if (watchlistId === null) return seeOther(`/creators/${one.targetId}`);
  const [list, size] = await Promise.all([
    ports.keep.find(watchlist, watchlistId),
    ports.months.creatorsIn(watchlistId),
  ]);
  const zone = one.timezone ?? list?.timezone ?? countingZone(context);
  const month = monthOf(now, zone);
  const { found, page, group } = await foundOf(context, { ...one, watchlistId }, zone, size);
  const left = month.days.filter((start) => start > now).length;
  const title = found === null ? t("Goals") : helpWords(found.counts, month.name);
  const body = (
    <>
      <Head
        title={title}
        crumb={{ path: GOALS, label: t("Goals") }}
        acts={
          <Allowed scope="write">
            <Delete action={`${GOALS}/${one.id}/delete`} />
          </Allowed>
        }
      >
        <b>
          <Name of={list?.name ?? t("(deleted)")} />
        </b>{" "}
        ·{" "}
        {[
          t("{goal} a month", { goal: wantedWords(one) }),
          monthWords(month.name),
          left === 0 ? t("the last day") : plural(left, "{n} day left after today", "{n} days left after today"),
          t("{city} time", { city: cityOf(zone) }),
        ].join(" · ")}
      </Head>
      {found === null ? (
        <p class="soft">{t("The month of this list is being counted. This takes a few hours after an import.")}</p>
      ) : withGoalIn(found.counts) + found.removed.length === 0 ? (
        <p class="soft">{t("No one here has this goal: their own goals replace it.")}</p>
      ) : (
        <Body found={found} one={one} month={month} page={page} group={group} />
      )}
      <Allowed scope="write">
        <ChangeGoal one={one} zone={zone} at="goal" typed={errors === null ? null : { fields, errors }} />
      </Allowed>
    </>
  );
  const name = displayedName(list?.name ?? t("(deleted)"));
  return show(context, { title: `${name}: ${title}`, path: GOALS, status: errors === null ? 200 : 422, body });
}
