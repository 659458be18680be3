import { lazy } from "../../../core/lazy.ts";
import { create } from "../../../resources/write/write-resource.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { SHARED } from "../../../ui/nav.ts";
import { badgeOf } from "../../feeds/formats/badge.ts";
import { feedKey, type FeedKey } from "../../feeds/resource/feed-key.ts";
import { target } from "../../creators/resource/target.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { choiceOf, controlsOf, filled, jsonOf } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Copied } from "../../../ui/parts/copied.tsx";
import { Allowed, Field, Wrongs } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { AddCard, listed, removal } from "../../../ui/shapes/listed.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import type { IconName } from "../../../ui/icons.ts";
import { Fold, Note } from "../../../ui/parts/pieces.tsx";
import { languageWords } from "../../../ui/words/languages.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { show } from "../../../ui/show.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { Delete } from "../../../ui/parts/act.tsx";
import { openedWords } from "../../lists/page/words.ts";
import { marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { linkBase } from "../../../http/ports.ts";

const SHARING = "/sharing";

/** Keys per page. */
const A_PAGE = 50;

const DISPLAYED = ["/name", "/watchlistId", "/report", "/agency", "/logo", "/language"];

const controls = lazy(() => controlsOf(feedKey.form(), DISPLAYED));

/** What one key opens. */
const DOORS: [path: string, label: string][] = [
  [SHARED, marked("A page: who is live, who is next, and how the month goes")],
  ["/feeds/live.ics", marked("A calendar of streams")],
  ["/feeds/forecast.ics", marked("A calendar of expected streams, by usual times")],
  ["/feeds/events.atom", marked("News, for a feed reader")],
];

/** What a key with a report opens besides. */
const REPORT: (typeof DOORS)[number] = ["/feeds/report.html", marked("The airtime report of a month, to print")];

const ICONS: Record<string, IconName> = {
  [SHARED]: "now",
  "/feeds/live.ics": "digest",
  "/feeds/forecast.ics": "clock",
  "/feeds/events.atom": "list",
};

/** A new key, which is shown this once. */
interface Created {
  key: string;
  report: boolean;
  origin: string;
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

/** The new links. The key cannot be shown again. */
const Fresh = ({ made }: { made: Created }) => {
  const { key, origin, report } = made;
  return (
    <Note tone="good">
      <p>
        <T
          of="<b>Links created. Copy them now</b>: they are shown only once. Anyone with a link sees its content and nothing else."
          b={(text) => <b>{text}</b>}
        />
      </p>
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

/** What a link opens, before there is one. */
const Gets = () => (
  <>
    <p class="lab">{t("What they get")}</p>
    <ul class="gets">
      {DOORS.map(([path, label]) => (
        <li>
          <Icon name={ICONS[path] ?? "open"} />
          {t(label)}
        </li>
      ))}
      <li>
        <Icon name="file" />
        {t("The month’s airtime report, if you include it")}
      </li>
    </ul>
    <p class="soft small">{t("They never see alerts, channels, people or other lists.")}</p>
  </>
);

interface Displayed {
  made?: Created;
  errors?: FieldError[];
}

async function sharingPage(context: PageContext, { made: created, errors }: Displayed = {}): Promise<Response> {
  const { ports } = context;
  const { items: all, pager } = await listed(feedKey, { path: SHARING, most: A_PAGE }, context);
  const lists = await ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? []));
  const words: Record<string, string> = {
    "": t("Everyone"),
    ...Object.fromEntries(lists.map((one) => [one.id, displayedName(one.name)])),
  };
  const first: Record<string, string> = { "/watchlistId": context.url.searchParams.get("list") ?? "" };
  const value = (pointer: string) => (errors === undefined ? (first[pointer] ?? "") : context.fields.text(pointer));
  const field = filled({ value, errors: errors ?? [], controls: controls() });
  // With more pages, those of this one are not all.
  const isAll = all.length < A_PAGE && !context.url.searchParams.has("cursor");
  const title = !isAll
    ? t("Sharing")
    : all.length === 0
      ? t("Nothing is shared yet")
      : plural(all.length, "{n} link is shared", "{n} links are shared");
  const body = (
    <>
      <Head title={title}>
        {t("A link shows who is live. It needs no account, and nothing can be changed with it.")}
      </Head>
      <div class="stack">
        {created === undefined ? null : <Fresh made={created} />}
        {all.length === 0 ? null : (
          <ul class="rows tight card">
            {all.map((one) => (
              <KeyRow
                one={one}
                list={one.watchlistId === null ? t("everyone") : (words[one.watchlistId] ?? null)}
                zone={context.zone}
              />
            ))}
          </ul>
        )}
        {pager()}
        <Allowed scope="write">
          <AddCard
            action={SHARING}
            title={t("Share a list")}
            label={t("Create links")}
            beside={<Gets />}
            below={
              <p class="soft small">{t("We show a link only once. If it is lost, revoke it and create a new one.")}</p>
            }
          >
            <Wrongs errors={errors ?? []} shown={DISPLAYED} />
            <Field {...field("/name")} label={t("Who is it for?")} placeholder={t("Agency's client")} hint="" />
            <Field {...field("/watchlistId")} label={t("Shows")} {...choiceOf(words)} hint="" />
            <Fold title={t("Airtime report for the client")} open={(errors ?? []).length > 0}>
              <Field {...field("/report")} label={t("Include the airtime report")} hint={t("Needs a list above.")} />
              <Field {...field("/agency")} label={t("Your agency's name")} placeholder="Northlight Talent" hint="" />
              <Field
                {...field("/logo")}
                label={t("Your logo")}
                placeholder="https://…"
                hint={t("The picture’s address, starting with https://")}
              />
              <Field
                {...field("/language")}
                label={t("Language")}
                {...choiceOf(languageWords(t("Usual language")))}
                hint=""
              />
            </Fold>
          </AddCard>
        </Allowed>
      </div>
    </>
  );
  const status = errors === undefined ? 200 : 422;
  return show({ ...context, fields: new Fields() }, { title: t("Sharing"), path: SHARING, status, body });
}

const KeyRow = ({ one, list, zone }: { one: FeedKey; list: string | null; zone: string }) => (
  <li class="used came">
    <div>
      <p>
        <T
          of={list === null ? "{name} sees a deleted list" : "{name} sees {list}"}
          name={
            <b>
              <Name of={one.name} />
            </b>
          }
          list={<Name of={list ?? ""} />}
        />
      </p>
      <p class="small soft">
        {t(one.report ? "Link to the page and the report" : "Link to the page")} ·{" "}
        <T of="since {when}" when={<Time at={one.createdAt} />} /> ·{" "}
        <span class={one.openedAt === null ? "warn" : ""}>{openedWords(one.openedAt, zone)}</span>
      </p>
    </div>
    <Allowed scope="write">
      <Delete summary={t("Revoke…")} label={t("Revoke")} action={`${SHARING}/${one.id}/delete`}>
        {t("Its links stop working.")}
      </Delete>
    </Allowed>
  </li>
);

async function added(context: PageContext): Promise<Response> {
  const { fields, ports, url } = context;
  const orNull = (pointer: string) => fields.text(pointer).trim() || null;
  const reported = {
    ...jsonOf(controls(), fields),
    watchlistId: orNull("/watchlistId"),
    agency: orNull("/agency"),
    logo: orNull("/logo"),
    language: orNull("/language"),
  };
  const created = await create(feedKey, reported, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return sharingPage(context, { errors });
  const { made } = granted(created);
  const within = reported.watchlistId === null ? {} : { watchlistId: reported.watchlistId };
  const { items } = await ports.keep.list(target, { kind: "live", ...within }, { limit: 1, after: null });
  const [creator] = items as unknown as { id: string; name: string }[];
  const displayed = {
    key: made["key"]!,
    report: fields.text("/report") !== "",
    origin: linkBase(ports, url),
    creator: creator ?? null,
  };
  return sharingPage(context, { made: displayed });
}

const revoked = removal(feedKey, SHARING, (name) => t("Links of {name} revoked", { name }));

const post = formsAt(SHARING);

export const sharingPages = [
  pageAt(SHARING, sharingPage),
  post("", "createFeedKey", added),
  post("/{id}/delete", "deleteFeedKey", revoked),
];
