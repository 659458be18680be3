import { lazy } from "../../../core/lazy.ts";
import type { FieldError } from "../../../core/refusal.ts";
import { granted, invalidIn } from "../../../http/problem.ts";
import { create } from "../../../resources/write/write-resource.ts";
import { choiceOf, controlsOf, filled } from "../../../ui/forms/controls.ts";
import { Fields } from "../../../ui/forms/fields.ts";
import { HOOKS, SETTINGS } from "../../../ui/nav.ts";
import { formsAt, pageAt, type PageContext, storeDeps } from "../../../ui/page.ts";
import { Copied } from "../../../ui/parts/copied.tsx";
import { Delete } from "../../../ui/parts/act.tsx";
import { Allowed, Field, Wrongs } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Note } from "../../../ui/parts/pieces.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { Head } from "../../../ui/shapes/head.tsx";
import { AddCard, listed, removal } from "../../../ui/shapes/listed.tsx";
import { show } from "../../../ui/show.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";
import { hook, type Hook } from "../resource/hook.ts";
import { linkBase } from "../../../http/ports.ts";

/** Hooks per page. */
const A_PAGE = 50;

const DISPLAYED = ["/name", "/watchlistId"];

const controls = lazy(() => controlsOf(hook.form(), DISPLAYED));

interface Displayed {
  /** The address of a new hook, which is shown this once. */
  address?: string;
  errors?: FieldError[];
}

/** The new address. It cannot be shown again. */
const Fresh = ({ address }: { address: string }) => (
  <Note tone="good">
    <p>
      <T
        of="<b>Address created. Copy it now</b>: it is shown only once. Anyone who has it can only ask for checks."
        b={(text) => <b>{text}</b>}
      />
    </p>
    <dl class="doors">
      {[
        { id: "hook-address", label: t("Address"), value: address },
        { id: "hook-example", label: t("Example, for a creator's handle"), value: `curl -d handle=maria ${address}` },
      ].map((one) => (
        <Copied {...one} />
      ))}
    </dl>
  </Note>
);

/** What happens between the bot and the alert. */
const How = () => (
  <>
    <p class="lab">{t("How it works")}</p>
    <ul class="gets">
      <li>
        <Icon name="now" />
        {t("Your bot sees that Maria went live.")}
      </li>
      <li>
        <Icon name="send" />
        {t("It opens the address that you create here.")}
      </li>
      <li>
        <Icon name="again" />
        {t("Tallylight checks Maria within two seconds.")}
      </li>
      <li>
        <Icon name="alert" />
        {t("Only if Maria is live, alerts go out.")}
      </li>
    </ul>
  </>
);

const HookRow = ({ one, list }: { one: Hook; list: string }) => (
  <li class="used came">
    <div>
      <p>
        <T
          of="{name} can ask about {list}"
          name={
            <b>
              <Name of={one.name} />
            </b>
          }
          list={<Name of={list} />}
        />
      </p>
      <p class="small soft">
        {one.lastUsedAt === null ? t("Not used yet") : <T of="Last used {time}" time={<Time at={one.lastUsedAt} />} />}
      </p>
    </div>
    <Allowed scope="write">
      <Delete summary={t("Revoke…")} label={t("Revoke")} action={`${HOOKS}/${one.id}/delete`}>
        {t("Its address stops working.")}
      </Delete>
    </Allowed>
  </li>
);

async function hooksPage(context: PageContext, { address, errors }: Displayed = {}): Promise<Response> {
  const { ports } = context;
  const { items: all, pager } = await listed(hook, { path: HOOKS, most: A_PAGE }, context);
  const lists = await ports.lists(all.flatMap(({ watchlistId }) => watchlistId ?? []));
  const words: Record<string, string> = {
    "": t("Everyone"),
    ...Object.fromEntries(lists.map((one) => [one.id, displayedName(one.name)])),
  };
  const value = (pointer: string) => (errors === undefined ? "" : context.fields.text(pointer));
  const field = filled({ value, errors: errors ?? [], controls: controls() });
  const body = (
    <>
      <Head crumb={{ path: SETTINGS, label: t("Settings") }} title={t("Instant checks")}>
        {t("Does a bot of yours know first who goes live? It can ask for a check at once.")}
      </Head>
      <div class="stack">
        {address === undefined ? null : <Fresh address={address} />}
        {all.length === 0 ? null : (
          <ul class="rows tight card">
            {all.map((one) => (
              <HookRow
                one={one}
                list={one.watchlistId === null ? t("everyone") : (words[one.watchlistId] ?? t("a deleted list"))}
              />
            ))}
          </ul>
        )}
        {pager()}
        <Allowed scope="write">
          <AddCard action={HOOKS} title={t("Connect a bot")} label={t("Create address")} beside={<How />}>
            <Wrongs errors={errors ?? []} shown={DISPLAYED} />
            <Field {...field("/name")} label={t("What will use it?")} placeholder={t("Stream bot")} hint="" />
            <Field
              {...field("/watchlistId")}
              label={t("Who can it ask about?")}
              {...choiceOf(words)}
              hint={t("It can use up to a quarter of your checks per minute.")}
            />
          </AddCard>
        </Allowed>
      </div>
    </>
  );
  const status = errors === undefined ? 200 : 422;
  return show({ ...context, fields: new Fields() }, { title: t("Instant checks"), path: HOOKS, status, body });
}

async function added(context: PageContext): Promise<Response> {
  const { fields, ports, url } = context;
  const watchlistId = fields.text("/watchlistId").trim() || null;
  const created = await create(hook, { name: fields.text("/name"), watchlistId }, storeDeps(context, 201));
  const errors = invalidIn(created);
  if (errors !== null) return hooksPage(context, { errors });
  const { made } = granted(created);
  return hooksPage(context, { address: `${linkBase(ports, url)}/hooks/${made["key"]!}` });
}

const revoked = removal(hook, HOOKS, (name) => t("Address of {name} revoked", { name }));

const post = formsAt(HOOKS);

/** Addresses at which other programs ask for checks. */
export const hookPages = [
  pageAt(HOOKS, hooksPage),
  post("", "createHook", added),
  post("/{id}/delete", "deleteHook", revoked),
];
