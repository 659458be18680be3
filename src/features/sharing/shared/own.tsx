import { monthName } from "../../../core/calendar.ts";
import { monthAfter } from "../../../core/calendar-period.ts";
import { monthOf } from "../../../core/goal.ts";
import type { MonthPorts } from "../../goals/months.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import type { WallPorts } from "../../wall/wall.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { addressOf, PRINTED } from "../../reports/report-address.ts";
import { countingZone, drawnFrom, type PageContext } from "../../../ui/page.ts";
import { Act } from "../../../ui/parts/act.tsx";
import { ListSwitcher } from "../../../ui/parts/list-switcher.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { showWhole } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import { pageIn, readLive, readMonth } from "./client.ts";
import { ClientHead, liveWordsOf, titleOf } from "./client-head.tsx";
import { ClientBody } from "./client-view.tsx";
import { ListMark } from "../../../ui/parts/icon.tsx";

/** The address part that names a list. */
const LIST = "list";

/**
 * The first page for a token limited to watchlists: who in one of its lists is live, and how the month goes for
 * everybody on it. It has nothing of the team: no alerts, channels, tasks or other lists.
 */
export async function ownLists(
  context: PageContext<WallPorts & ReportPorts & MonthPorts>,
  watchlistIds: string[],
): Promise<Response> {
  const { ports, url, session, now } = context;
  const lists = await ports.keep.known(watchlist, watchlistIds);
  const chosen = lists.find(({ id }) => id === url.searchParams.get(LIST)) ?? lists[0];
  const id = chosen?.id ?? watchlistIds[0]!;
  const zone = chosen?.timezone ?? countingZone(context);
  const live = await readLive(ports.wall, id, pageIn(url));
  const month = await readMonth(live, id, zone, ports);
  const words = liveWordsOf(live);
  const title = titleOf(live, words);
  const name = chosen === undefined ? "" : chosen.name;
  const hrefOf = (page: number): string =>
    `/?${new URLSearchParams({ ...(lists.length < 2 ? {} : { [LIST]: id }), page: String(page) }).toString()}#all`;
  const thisMonth = monthName(now, zone);
  const reports = [thisMonth, monthAfter(thisMonth, -1)].map((period) => ({
    period,
    href: addressOf({ period, list: chosen ?? null }, PRINTED),
  }));
  const body = (
    <main class="shared own" id="main">
      <div class="own-top">
        {lists.length < 2 ? (
          <p class="with-mark strong">
            <ListMark name={name} of={id} small />
            <Name of={name} />
          </p>
        ) : (
          <ListSwitcher
            lists={lists}
            chosen={id}
            hrefOf={(list) => (list === null ? "/" : `/?${LIST}=${list.id}`)}
            all={false}
          />
        )}
        <Act action="/sign-out" look="bare">
          {t("Sign out")}
        </Act>
      </div>
      <ClientHead live={live} words={words} title={title} zone={zone} />
      <ClientBody {...{ live, words, month, calendar: monthOf(live.at, zone), zone, hrefOf, reports }} />
    </main>
  );
  const version = session.version === null ? null : drawnFrom(session.version, context);
  return showWhole(
    { ...context, zone },
    displayedName(name) === "" ? title : `${displayedName(name)}: ${title}`,
    body,
    { version, pulse: live.pulse },
  );
}
