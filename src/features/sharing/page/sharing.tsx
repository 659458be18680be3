import { lazy } from "../../../core/lazy.ts";
import { create } from "../../../resources/write/write-resource.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { feedKey, type FeedKey } from "../../feeds/resource/feed-key.ts";
import { target } from "../../creators/resource/target.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { choiceOf, controlsOf, filled, jsonOf } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Allowed, Field, Wrongs } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { AddCard, listed, removal } from "../../../ui/shapes/listed.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { languageWords } from "../../../ui/words/languages.ts";
import { Time } from "../../../ui/parts/time.tsx";
import { show } from "../../../ui/show.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { Delete } from "../../../ui/parts/act.tsx";
import { openedWords } from "../../lists/page/words.ts";
import { plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { type Created, DOORS, Fresh, ICONS } from "./fresh.tsx";
import { linkBase } from "../../../http/ports.ts";

const SHARING = "/sharing";

/** Keys per page. */
const A_PAGE = 50;

const DISPLAYED = ["/name", "/watchlistId", "/report", "/agency", "/logo", "/language"];

const controls = lazy(() => controlsOf(feedKey.form(), DISPLAYED));

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

/** The choice of everybody; no list has this ID. */
const EVERYONE = "everyone";

interface Displayed {
  made?: Created;
  errors?: FieldError[];
}

async function sharingPage(context: PageContext, { made: created, errors }: Displayed = {}): Promise<Response> {
  const { ports } = context;
  const { items: all, pager } = await listed(feedKey, { path: SHARING, most: A_PAGE }, context);
  const lists = await ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? []));
  // With several lists nobody should show all clients to one by mistake.
  const words: Record<string, string> = {
    ...(lists.length > 1 ? { "": t("Choose a list") } : {}),
    [EVERYONE]: t("Everyone"),
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
        {created === undefined ? null : (
          <Fresh made={created} again={all.filter((one) => one.watchlistId === created.watchlistId).length > 1} />
        )}
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
            <Fold
              title={t("Airtime report for the client")}
              open={(errors ?? []).some(({ pointer }) => pointer !== "/watchlistId")}
            >
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
  const shows = fields.text("/watchlistId");
  if (shows === "" && (await ports.lists([])).length > 1)
    return sharingPage(context, { errors: [{ pointer: "/watchlistId", message: t("Choose a list first.") }] });
  const reported = {
    ...jsonOf(controls(), fields),
    watchlistId: shows === "" || shows === EVERYONE ? null : shows,
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
    watchlistId: reported.watchlistId,
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
