import { SHARED } from "../../../ui/nav.ts";
import { badgeOf } from "../../feeds/formats/badge.ts";
import { Copied } from "../../../ui/parts/copied.tsx";
import { Fold, Note, OnlyHere } from "../../../ui/parts/pieces.tsx";
import type { IconName } from "../../../ui/icons.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** What one key opens. */
export const DOORS: [path: string, label: string][] = [
  [SHARED, marked("A page: who is live, who is next, and how the month goes")],
  ["/feeds/live.ics", marked("A calendar of streams")],
  ["/feeds/forecast.ics", marked("A calendar of expected streams, by usual times")],
  ["/feeds/events.atom", marked("News, for a feed reader")],
];

/** What a key with a report opens besides. */
const REPORT: (typeof DOORS)[number] = ["/feeds/report.html", marked("The airtime report of a month, to print")];

export const ICONS: Record<string, IconName> = {
  [SHARED]: "now",
  "/feeds/live.ics": "digest",
  "/feeds/forecast.ics": "clock",
  "/feeds/events.atom": "list",
};

/** A new key, which is shown this once. */
export interface Created {
  key: string;
  report: boolean;
  origin: string;
  /** The list that it shows; null for everyone. */
  watchlistId: string | null;
  /** A creator that the key shows; null if there is none yet. */
  creator: { id: string; name: string } | null;
}

/** The badge as it looks, and what to paste for it. */
function Badge({ made: { key, origin, creator } }: { made: Created }) {
  if (creator === null)
    return (
      <p class="soft small">
        {t("Once there is a creator, the same key shows a badge with their status on your site.")}
      </p>
    );
  const path = `/badge/${creator.id}.svg?key=${key}`;
  const page = `${origin}${SHARED}?key=${key}`;
  return (
    <>
      <p>
        <T
          of="While they are live, it looks like this: {badge}"
          badge={
            <img
              src={`data:image/svg+xml,${encodeURIComponent(badgeOf(creator.name, "on"))}`}
              alt={t("Example of the badge")}
            />
          }
        />
      </p>
      <dl class="doors">
        <Copied
          id="badge-markdown"
          label={t("Badge as Markdown")}
          value={`[![Live status](${origin}${path})](${page})`}
        />
        <Copied
          id="badge-html"
          label={t("Badge as HTML")}
          value={`<a href="${page}"><img src="${origin}${path}" alt="Live status"></a>`}
        />
      </dl>
      <p class="soft small">
        {t("For another creator, replace the ID after /badge/ with the one in their page’s address.")}
      </p>
    </>
  );
}

/** The new links. The key cannot be shown again. `again`: another link shows the same. */
export const Fresh = ({ made, again }: { made: Created; again: boolean }) => {
  const { key, origin, report } = made;
  return (
    <Note tone="good">
      <p>
        <T
          of="<b>Links created. Copy them now</b>: they are shown only once. Anyone with a link sees its content and nothing else."
          b={(text) => <b>{text}</b>}
        />
      </p>
      <OnlyHere address={origin} />
      {again ? <p>{t("Another link shows the same. Revoke it below if nobody needs it.")}</p> : null}
      <dl class="doors">
        {[...DOORS, ...(report ? [REPORT] : [])].map(([path, label], place) => (
          <Copied id={`door-${place}`} label={t(label)} value={`${origin}${path}?key=${key}`} />
        ))}
      </dl>
      <Fold title={t("A badge for your website")}>
        <div class="flow">
          <Badge made={made} />
        </div>
      </Fold>
    </Note>
  );
};
