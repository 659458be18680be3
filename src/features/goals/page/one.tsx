import type { MonthlyGoal } from "../../../core/goal.ts";
import { monthOf } from "../../../core/goal.ts";
import { creatorsOfGoal } from "../goals.ts";
import { goal } from "../resource/goal.ts";
import type { AnyStored } from "../../../resources/resource.ts";
import { target } from "../../creators/resource/target.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { monthWords, wantedWords } from "./words.ts";
import { createdKey, cursorOf, pageOf } from "../../../http/query.ts";
import { recordAt } from "../../../http/preconditions.ts";
import { GOALS } from "../../../ui/nav.ts";
import { seeOther, type PageContext } from "../../../ui/page.ts";
import { GoalProgress } from "../goal.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Pager } from "../../../ui/parts/pager.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";

/** A goal as stored. */
export type GoalRecord = MonthlyGoal & {
  id: string;
  targetId: string | null;
  watchlistId: string | null;
  timezone: string | null;
};

/** Creators per page; the page reads a month for each. */
const A_PAGE = 20;

/** Shows the progress of every creator in a list this month. A creator's own goal is shown on the creator's page. */
export async function onePage(context: PageContext<"keep" | "reports">): Promise<Response> {
  const { ports, now, url, session } = context;
  const one = (await recordAt(goal, context)) as AnyStored as unknown as GoalRecord;
  if (one.watchlistId === null) return seeOther(`/creators/${one.targetId}`);
  const list = await ports.keep.find(watchlist, one.watchlistId);
  const [name, zone] = [
    displayedName(list?.name ?? t("(deleted)")),
    one.timezone ?? list?.timezone ?? session.timezone ?? "UTC",
  ];
  const page = pageOf({ limit: A_PAGE, cursor: url.searchParams.get("cursor") ?? undefined }, createdKey);
  const { items: creators, next } = await ports.keep.list(target, { watchlistId: one.watchlistId, kind: "live" }, page);
  const items = await creatorsOfGoal(
    { id: one.id, zone },
    creators.map(({ id }) => id),
    now,
    ports.reports,
  );
  const body = (
    <>
      <Head title={<Name of={name} />} crumb={{ path: GOALS, label: t("Goals") }}>
        {t("{goal} a month. {month}, {zone}", {
          goal: wantedWords(one),
          month: monthWords(monthOf(now, zone).name),
          zone,
        })}
      </Head>
      <div class="stack">
        {items.length === 0 ? (
          <p class="soft">{t("No one here has this goal. A creator’s own goal replaces that of the list.")}</p>
        ) : (
          <ul class="rows card">
            {items.map((creator) => (
              <li class="used came">
                <div class="flow">
                  <a href={`/creators/${creator.id}`}>
                    <Name of={creator.name} />
                  </a>
                  <GoalProgress of={creator.standing} validDayMinutes={one.validDayMinutes} />
                </div>
              </li>
            ))}
          </ul>
        )}
        <Pager shown={items.length} next={next === null ? null : `${GOALS}/${one.id}?cursor=${cursorOf(next)}`} />
      </div>
    </>
  );
  return show(context, { title: name, path: GOALS, body });
}
