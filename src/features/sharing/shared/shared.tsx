import { monthAfter } from "../../../core/calendar-period.ts";
import { monthOf } from "../../../core/goal.ts";
import { displayedBy, sharedBy } from "../../feeds/formats/shared-by.ts";
import { SHARED } from "../../../ui/nav.ts";
import { Problem } from "../../../http/problem.ts";
import { page, type PageContext } from "../../../ui/page.ts";
import type { FeedPorts } from "../../feeds/formats/shown.ts";
import type { MonthPorts } from "../../goals/months.ts";
import type { ReportPorts } from "../../reports/rows/report.ts";
import type { WallPorts } from "../../wall/wall.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { type Session, VERSION_HEADER } from "../../../ui/session.ts";
import { showAlone, showWhole } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { language, t } from "../../../ui/words/text.ts";
import { pageIn, readLive, readMonth } from "./client.ts";
import { ClientHead, liveWordsOf, titleOf } from "./client-head.tsx";
import { ClientBody } from "./client-view.tsx";
import { ListMark } from "../../../ui/parts/icon.tsx";

/**
 * How long it is cached who is live. Reading that takes about 250 rows; cached, a key costs at most that much in this
 * time.
 */
const OLDEST_LIVE_MS = 40_000;

/** How long the month is cached, which grows slowly and takes about six rows a creator. */
const OLDEST_MONTH_MS = 600_000;

/**
 * The polling interval of a tab, in line with the cache. Ten viewers all day use a quarter of the free plan's requests.
 */
const EVERY_SECONDS = 30;

/** A link that was revoked says nothing but that. */
const noLonger = (context: PageContext<unknown, Session | null>): Response =>
  showAlone(
    context,
    t("This link no longer works"),
    <div class="void">
      <h1>{t("This link no longer works")}</h1>
      <p>{t("Ask the person who sent it for a new one.")}</p>
    </div>,
    404,
  );

/** Shows a list to the holder of a share key. Nothing can be changed. */
async function shared(
  requested: PageContext<FeedPorts & WallPorts & ReportPorts & MonthPorts, Session | null>,
): Promise<Response> {
  const { ports, request, url } = requested;
  const secret = (url.searchParams.get("key") ?? "").slice(0, 200);
  const who = await sharedBy({ ports, request, query: { key: secret } }).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status === 404) return null;
    throw thrown;
  });
  if (who === null) return noLonger(requested);
  const { watchlistId, agency, report } = who.key;
  const number = pageIn(url);
  const readNow = () => readLive(ports.wall, watchlistId, number);
  const live = await displayedBy(who, `live ${number}`, ports, readNow, OLDEST_LIVE_MS);
  // Days and months are those of the list, which its goals and reports count in.
  const zone = live.timezone ?? who.teamZone ?? "UTC";
  const calendar = monthOf(live.at, zone);
  // What a tick changes is not worth another month: its age decides, and who is on the page.
  const lasting = { ...who, version: live.listed.map(({ id }) => id).join() };
  const counted = `month ${number} ${calendar.name} ${zone}`;
  const count = () => readMonth(live, watchlistId, zone, ports);
  const month = await displayedBy(lasting, counted, ports, count, OLDEST_MONTH_MS);
  const context = { ...requested, zone };
  const version = `${live.at}.${month.asOf}.${zone}.${language()}`;
  if (request.headers.get(VERSION_HEADER) === version) return new Response(null, { status: 204 });
  const words = liveWordsOf(live);
  const title = titleOf(live, words);
  const hrefOf = (other: number): string =>
    `${SHARED}?${new URLSearchParams({ key: secret, page: String(other) }).toString()}#all`;
  const periods = report && watchlistId !== null ? [calendar.name, monthAfter(calendar.name, -1)] : [];
  const reports = periods.map((period) => ({
    period,
    href: `/feeds/report.html?${new URLSearchParams({ key: secret, month: period }).toString()}`,
  }));
  const body = (
    <main class="shared own" id="main">
      <div class="own-top">
        <p class="with-mark">
          {live.name === null ? (
            <b>Tallylight</b>
          ) : (
            <>
              <ListMark name={live.name} of={watchlistId!} small />
              <b>
                <Name of={live.name} />
              </b>
            </>
          )}
        </p>
        {agency === null ? null : (
          <p class="soft">
            <Name of={agency} />
          </p>
        )}
      </div>
      <ClientHead live={live} words={words} title={title} zone={zone} />
      <ClientBody {...{ live, words, month, calendar, zone, hrefOf, reports }} />
    </main>
  );
  const named = live.name === null ? title : `${displayedName(live.name)}: ${title}`;
  const answer = showWhole(context, named, body, { version, pulse: live.pulse, every: EVERY_SECONDS });
  // The address contains the key, so it must not leak through referrers or search engines.
  answer.headers.set("referrer-policy", "no-referrer");
  answer.headers.set("x-robots-tag", "noindex, nofollow");
  return answer;
}

export const sharedPages = [
  page({
    method: "get",
    path: SHARED,
    scope: "public",
    handle: shared,
  }),
];
