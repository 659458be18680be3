import { shared as readShared } from "../../wall/wall.ts";
import { watchlist } from "../../lists/resource/watchlist.ts";
import { monthName } from "../../../core/calendar.ts";
import { monthAfter } from "../../../core/calendar-period.ts";
import { addressOf, PRINTED } from "../../reports/report-address.ts";
import { drawnFrom, type PageContext } from "../../../ui/page.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { showWhole } from "../../../ui/show.tsx";
import { pageIn, SharedView, titleOf } from "./shared.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { t } from "../../../ui/words/text.ts";

const LIST = "list";

/**
 * The first page for a token limited to watchlists: who in one of its lists is live, and the list's last seven days.
 */
export async function ownLists(context: PageContext<"keep" | "wall">, watchlistIds: string[]): Promise<Response> {
  const { ports, url, zone, session } = context;
  const lists = await ports.keep.known(watchlist, watchlistIds);
  const chosen = lists.find(({ id }) => id === url.searchParams.get(LIST)) ?? lists[0];
  const seen = await readShared(ports.wall, chosen?.id ?? watchlistIds[0]!, pageIn(url));
  const thisMonth = monthName(context.now, zone);
  const version = session.version === null ? null : drawnFrom(session.version, context);
  return showWhole(
    context,
    titleOf(seen),
    <SharedView seen={seen} zone={zone} url={url}>
      <div class="line">
        {lists.length < 2
          ? null
          : lists.map(({ id, name }) => (
              <a class="btn" href={`/?${LIST}=${id}`} aria-current={id === chosen?.id ? "page" : undefined}>
                <Name of={String(name)} />
              </a>
            ))}
        {[0, -1].map((months) => (
          <a class="btn" href={addressOf({ period: monthAfter(thisMonth, months), list: chosen ?? null }, PRINTED)}>
            {months === 0 ? t("This month’s report") : t("Last month’s report")}
          </a>
        ))}
        <Act action="/sign-out">{t("Sign out")}</Act>
      </div>
    </SharedView>,
    { version, pulse: seen.pulse },
  );
}
