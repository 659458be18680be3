import type { Horizon, HorizonPorts } from "../../core/knowledge.ts";
import type { Target } from "../creators/resource/form.ts";
import {
  type CreatorPorts,
  CREATORS,
  type FoundTarget,
  type ListHead,
  type TargetListPorts,
} from "../creators/creators.ts";
import { Person, SnoozedUntil, Standing } from "../creators/standing.tsx";
import { LookUp, SimilarNames } from "../creators/page/empty-list.tsx";
import { calledOf, standingOf } from "../creators/page/words.ts";
import { type Place, places } from "../../ui/nav.ts";
import { pageAt, type PageContext } from "../../ui/page.ts";
import { Allowed, ButtonLink } from "../../ui/parts/form.tsx";
import { Avatar } from "../../ui/parts/name.tsx";
import { displayedName } from "../../ui/words/name.ts";
import { show } from "../../ui/show.tsx";
import { Find, PlaceRow, SEARCH } from "../../ui/parts/find.tsx";
import { pattern } from "../../core/lazy.ts";
import { Head } from "../../ui/shapes/head.tsx";
import { Act } from "../../ui/parts/act.tsx";
import { marked, meant, t } from "../../ui/words/text.ts";
import { T } from "../../ui/words/translated.tsx";
import type { ListPorts } from "../lists/lists.ts";
import { Icon, ListMark } from "../../ui/parts/icon.tsx";
import { DECLARED } from "../../ui/words/rooms.ts";

const MAX_FOUND = 12;
const MAX_LISTS = 6;
const MAX_OTHERS = 8;
const LONGEST = 100;

/** Actions on a creator straight from the search, by the first word in English. */
const ACTIONS: Record<string, { label: string; action: (id: string) => string; icon: "pause" | "again" }> = {
  pause: { label: marked("Pause"), action: () => `${CREATORS}/pause`, icon: "pause" },
  resume: { label: marked("Resume"), action: () => `${CREATORS}/resume`, icon: "again" },
  check: { label: marked("Check now"), action: (id) => `${CREATORS}/${id}/check`, icon: "again" },
};

interface Command {
  /** The action to offer for each match; null to open its page. */
  action: (typeof ACTIONS)[string] | null;
  who: string;
}

const TWO_WORDS = pattern(String.raw`^(\p{L}+)\s+(.+)$`, "su");

/** The first words in the language of the page. */
const verbs = () => ({
  pause: meant("command", "pause"),
  resume: meant("command", "resume"),
  check: meant("command", "check"),
});

/** Returns the action of a first word, in English or in the language of the page. */
function actionOf(verb: string): Command["action"] {
  const typed = verb.toLowerCase();
  const [named = typed] = Object.entries(verbs()).find(([, word]) => word.toLowerCase() === typed) ?? [];
  return Object.hasOwn(ACTIONS, named) ? ACTIONS[named]! : null;
}

/** Splits "pause maria" into an action and a name; anything else is the name of a target or a page. */
function requestedIn(text: string): Command {
  const [, verb = "", rest = ""] = TWO_WORDS().exec(text) ?? [];
  const deed = actionOf(verb);
  return deed === null ? { action: deed, who: text } : { action: deed, who: rest };
}

interface FoundProps {
  one: Target;
  deed: Command["action"];
  from: string;
  horizon: Horizon;
  snoozes: ListHead["snoozes"];
}

const Found = ({ one, deed, from, horizon, snoozes }: FoundProps) => {
  const stands = standingOf(one, horizon);
  const displayName = calledOf(one);
  return (
    <li class="found">
      <Person
        href={`${CREATORS}/${one.id}`}
        mark={<Avatar name={one.name} of={one.id} live={stands.tone === "live"} />}
        name={one.name}
        called={displayName}
      />
      <Standing of={stands} />
      <SnoozedUntil one={one} snoozes={snoozes} />
      {deed === null ? null : (
        <Allowed scope="write">
          <Act action={deed.action(one.id)} fields={{ id: one.id, from: from }} icon={deed.icon}>
            {t(deed.label)}
            <span class="sr"> {displayedName(one.name, displayName)}</span>
          </Act>
        </Allowed>
      )}
    </li>
  );
};

const Going = ({ to }: { to: Place[] }) => (
  <section aria-labelledby="places">
    <h2 id="places">{t("Pages")}</h2>
    <ul class="rows card">
      {to.map((place) => (
        <PlaceRow {...place} />
      ))}
    </ul>
  </section>
);

const FoundLists = ({ lists }: { lists: { id: string; name: string }[] }) => (
  <section aria-labelledby="lists">
    <h2 id="lists">{t("Lists")}</h2>
    <ul class="rows card">
      {lists.map(({ id, name }) => (
        <li class="found">
          <Person href={`/lists/${id}`} mark={<ListMark name={name} of={id} />} name={name} called={t("List")} />
        </li>
      ))}
    </ul>
  </section>
);

const FoundOthers = ({ others }: { others: FoundTarget[] }) => (
  <section aria-labelledby="others">
    <h2 id="others">{t("Rankings, hashtags, shops and more")}</h2>
    <ul class="rows card">
      {others.map(({ id, kind, name }) => {
        const room = DECLARED.find((one) => one.kind === kind)!;
        return (
          <li class="found">
            <Person href={`${room.path}/${id}`} mark={<Icon name={room.icon} />} name={name} called={t(room.title)} />
          </li>
        );
      })}
    </ul>
  </section>
);

type Needs = CreatorPorts & HorizonPorts & ListPorts & TargetListPorts;

async function search(context: PageContext<Needs>): Promise<Response> {
  const text = (context.url.searchParams.get("q") ?? "").trim().slice(0, LONGEST).toWellFormed();
  const { action: deed, who } = requestedIn(text);
  const filter = { show: "all", search: who, watchlistId: null, sort: "name" } as const;
  const found = who === "" ? null : await context.ports.creators(filter, { limit: MAX_FOUND, after: null });
  const kinds = DECLARED.map(({ kind }) => kind);
  const [horizon, lists, others] = await Promise.all([
    context.ports.horizon(),
    text === "" ? [] : context.ports.listPages.named(text, MAX_LISTS),
    text === "" ? [] : context.ports.beginning(kinds, [text, `#${text}`], MAX_OTHERS),
  ]);
  const to = text === "" ? places : places.filter(({ label }) => t(label).toLowerCase().startsWith(text.toLowerCase()));
  const items = found?.items ?? [];
  const nothing = items.length + lists.length + others.length + to.length === 0;
  const from = `${SEARCH}?q=${encodeURIComponent(text)}`;
  const body = (
    <>
      <Head
        title={
          text === "" ? (
            t("Search")
          ) : (
            <T of={nothing ? "No results for “{what}”" : "Results for “{what}”"} what={<bdi>{text}</bdi>} />
          )
        }
      >
        {t(
          "Type a name, an @handle, a list or a page. Or type “{pause}”, “{resume}” or “{check}” and a name.",
          verbs(),
        )}
      </Head>
      <div class="stack">
        <Find id="find-here" label={t("Search here")} value={text} />
        {items.length === 0 ? null : (
          <section aria-labelledby="people">
            <h2 id="people">{t("Creators")}</h2>
            <ul class="rows card">
              {items.map((one) => (
                <Found one={one} deed={deed} from={from} horizon={horizon} snoozes={found?.head.snoozes ?? []} />
              ))}
            </ul>
            {found?.isCut !== true ? null : (
              <p class="line">
                <ButtonLink href={`${CREATORS}?q=${encodeURIComponent(who)}`}>{t("Show all")}</ButtonLink>
              </p>
            )}
          </section>
        )}
        {lists.length === 0 ? null : <FoundLists lists={lists} />}
        {others.length === 0 ? null : <FoundOthers others={others} />}
        {to.length === 0 ? null : <Going to={to} />}
        {!nothing ? null : (
          <section class="card void pad" aria-label={t("Search")}>
            <SimilarNames near={found?.near ?? []} />
            <div class="line">
              <LookUp what={who} />
              <ButtonLink href={CREATORS}>{t("All creators")}</ButtonLink>
            </div>
          </section>
        )}
      </div>
    </>
  );
  return show(context, { title: text === "" ? t("Search") : displayedName(text), path: SEARCH, body });
}

export const searchPages = [pageAt(SEARCH, search)];
