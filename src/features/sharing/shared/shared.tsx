import { MAX_PAGES, shared as readShared, type SharedPage, type Week, type WallPorts } from "../../wall/wall.ts";
import { sharedBy, displayedBy } from "../../feeds/formats/shared-by.ts";
import { SHARED } from "../../../ui/nav.ts";
import { Problem } from "../../../http/problem.ts";
import { page, type PageContext } from "../../../ui/page.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { StripKey, StripPicture } from "../../creators/strip-view.tsx";
import { lasting } from "../../../ui/words/time.ts";
import { dayLabel } from "../../../core/calendar.ts";
import { DAY_MS } from "../../../core/duration.ts";
import { VERSION_HEADER, type Session } from "../../../ui/session.ts";
import { showAlone, showWhole } from "../../../ui/show.tsx";
import { ButtonLink } from "../../../ui/parts/form.tsx";
import { agedWords, headlineOf, isBlindIn, MoreLive, NextUp, Tiles, unsureWords } from "../../wall/wall.tsx";
import { language, t } from "../../../ui/words/text.ts";
import type { FeedPorts } from "../../feeds/formats/shown.ts";

const DAYS = 7;

/**
 * How long a rendered page is cached. Rendering reads about 500 rows if twenty creators often go live; cached, a key
 * costs at most that much in this time.
 */
const OLDEST_PAGE_MS = 40_000;

/**
 * The polling interval of a tab, in line with the cache. Ten viewers all day use a quarter of the free plan's requests.
 */
const EVERY_SECONDS = 30;

const WeekRow = ({ one: { name, strip, airtime, live } }: { one: Week }) => (
  <li class="strip">
    <p class="nmx">
      <span class={live ? "lamp s" : "lamp s off"} aria-hidden="true"></span>
      <span class="cut">
        <Name of={name} />
      </span>
    </p>
    <StripPicture
      strip={strip}
      label={t(
        live
          ? "{name}, last 7 days: live for {time} in total, live now"
          : "{name}, last 7 days: live for {time} in total",
        { name: displayedName(name), time: lasting(airtime) },
      )}
      parts={DAYS}
    />
    <p class="end">{airtime === 0 ? "–" : lasting(airtime)}</p>
  </li>
);

/** Returns the title of a list's page: who is live. */
const titleOf = (seen: SharedPage): string => headlineOf(seen, isBlindIn(seen));

/** The requested page of the last seven days, from 1. */
export function pageIn(url: URL): number {
  const page = Number(url.searchParams.get("page") ?? "1");
  return Number.isInteger(page) && page >= 1 && page <= MAX_PAGES ? page : 1;
}

/** The links to other pages of the last seven days. */
const Pages = ({ seen: { page, isMore }, url }: { seen: SharedPage; url: URL }) => {
  const at = (other: number): string => {
    const query = new URLSearchParams(url.searchParams);
    query.set("page", String(other));
    return `${url.pathname}?${query.toString()}#week`;
  };
  return page === 1 && !isMore ? (
    <></>
  ) : (
    <nav class="pager" aria-label={t("Pages")}>
      <span>{t("Page {n}", { n: String(page) })}</span>
      {page === 1 ? null : <ButtonLink href={at(page - 1)}>{t("Previous page")}</ButtonLink>}
      {isMore ? (
        <ButtonLink href={at(page + 1)} icon="right">
          {t("Next page")}
        </ButtonLink>
      ) : null}
    </nav>
  );
};

/** Who in one list is live, and its last seven days. `url` is the address of the page. */
function SharedView({ seen, zone, url }: { seen: SharedPage; zone: string; url: URL }) {
  const blind = isBlindIn(seen);
  return (
    <main class="shared" id="main">
      <div class="head" id="head" data-live>
        <div>
          <p class="crumb">
            <span class={seen.onAir.count > 0 && !blind ? "lamp on" : "lamp"} aria-hidden="true"></span>
            {seen.list === null ? "Tallylight" : <Name of={seen.list} />}
          </p>
          <h1>{titleOf(seen)}</h1>
          <p>
            {agedWords(seen)}
            {blind ? "" : unsureWords(seen)}
          </p>
        </div>
      </div>
      <div class="stack">
        <div id="on-air" data-live>
          {seen.tiles.length === 0 ? null : <Tiles wall={seen} blind={blind} />}
          <MoreLive wall={seen} />
        </div>
        <div id="next" data-live>
          <NextUp wall={seen} blind={blind} />
        </div>
        {seen.weeks.length === 0 ? (
          <p class="soft">{t("This list is empty.")}</p>
        ) : (
          <section class="card" id="week" aria-labelledby="days" data-live>
            <div class="cap">
              <h2 id="days">{t("Last 7 days")}</h2>
              <StripKey />
            </div>
            <ul class="rows">
              {seen.weeks.map((one) => (
                <WeekRow one={one} />
              ))}
            </ul>
            <div class="axis" aria-hidden="true">
              <div>
                {Array.from({ length: DAYS }, (_, day) => (
                  <span>{dayLabel(language(), seen.at - (DAYS - day) * DAY_MS, zone)}</span>
                ))}
                <span>{t("now")}</span>
              </div>
            </div>
            <Pages seen={seen} url={url} />
          </section>
        )}
      </div>
    </main>
  );
}

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
async function shared(requested: PageContext<FeedPorts & WallPorts, Session | null>): Promise<Response> {
  const { ports, request, url, readerZone } = requested;
  const provided = { key: (url.searchParams.get("key") ?? "").slice(0, 200) };
  const who = await sharedBy({ ports, request, query: provided }).catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status === 404) return null;
    throw thrown;
  });
  if (who === null) return noLonger(requested);
  const number = pageIn(url);
  const read = () => readShared(ports.wall, who.key.watchlistId, number);
  const seen = await displayedBy(who, `page ${number}`, ports, read, OLDEST_PAGE_MS);
  // Readers may be anywhere, so their own zone comes first.
  const zone = readerZone ?? who.teamZone ?? "UTC";
  const context = { ...requested, zone };
  const version = `${seen.at}.${zone}.${language()}`;
  if (request.headers.get(VERSION_HEADER) === version) return new Response(null, { status: 204 });
  const title = titleOf(seen);
  const drawn = { version, pulse: seen.pulse, every: EVERY_SECONDS };
  const answer = showWhole(context, title, <SharedView seen={seen} zone={zone} url={url} />, drawn);
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
