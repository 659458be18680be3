import type { FieldError } from "../../../core/refusal.ts";
import { listWords } from "../drafts/draft-form.tsx";
import type { NamedList } from "../../../ui/ports.ts";
import { asksFor, eventTypes } from "../../../kinds/events.ts";
import { Field } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import type { Draft } from "./draft.ts";
import { CHOICES, filterWords, type Condition } from "./only-if.ts";
import { GROUPS, happens, type Group } from "./words.ts";
import { DECLARED } from "../../../ui/words/rooms.ts";
import { t } from "../../../ui/words/text.ts";
import { Name } from "../../../ui/parts/name.tsx";
import { calledOf } from "../../creators/page/words.ts";
import type { NamedTarget } from "../alerts.ts";

const Chip = ({ value, words, draft }: { value: string; words: string; draft: Draft }) => (
  <label class="chip">
    <input type="checkbox" name="events" value={value} checked={draft.events.includes(value)} />
    {words}
  </label>
);

const takenIn = (type: string): boolean => eventTypes[type]!.onlyByName !== true;

/** A sentence that its choices complete: "When a hashtag" appears, disappears or grows fast. */
interface Sentence {
  kind: string;
  /** What is watched. */
  title: string;
  /** How it begins; "" if each choice is a sentence. */
  start: string;
  types: string[];
  /** Patterns that match all of its types. */
  all: string[];
}

function startOf({ kind, some }: Group): string {
  if (kind === "live") return t("When someone");
  if (kind === "") return "";
  return t("When {subject}", { subject: kind === "*" ? t("something") : t(some) });
}

/** The sentences of a group. Of live creators, what happens to their streams comes first, by itself. */
function sentencesOf(group: Group): Sentence[] {
  const { kind, types, all } = group;
  const whole = { kind, title: t(group.title), start: startOf(group), types, all };
  if (kind !== "live") return [whole];
  const isOfStreams = (type: string) => type.startsWith("live.");
  return [
    { ...whole, types: types.filter(isOfStreams), all: all.filter(isOfStreams) },
    {
      ...whole,
      title: t("Goals and names"),
      types: types.filter((type) => !isOfStreams(type)),
      all: all.filter((pattern) => !isOfStreams(pattern)),
    },
  ];
}

const isChosen = ({ types, all }: Sentence, { events }: Draft): boolean =>
  events.some((one) => types.includes(one) || all.includes(one));

/** The choices of a sentence, then "all of these". Of live creators, that is offered only where it is chosen. */
function Chips({ of: { kind, types, all }, draft }: { of: Sentence; draft: Draft }) {
  const chips = (which: string[], words = happens) =>
    which.map((one) => <Chip value={one} words={words(one)} draft={draft} />);
  return (
    <div class="chips">
      {kind === "live" ? chips(all.filter((pattern) => draft.events.includes(pattern))) : null}
      {chips(types.filter(takenIn))}
      {kind === "live" ? null : chips(all, all.length === 1 ? () => t("all of these") : happens)}
      {chips(types.filter((type) => !takenIn(type)))}
    </div>
  );
}

const Folded = ({ of, draft }: { of: Sentence; draft: Draft }) => (
  <Fold title={of.title} open={isChosen(of, draft)}>
    <div class="flow tight-flow" role="group" aria-label={of.title}>
      {of.start === "" ? null : <span class="lab">{of.start}</span>}
      <Chips of={of} draft={draft} />
    </div>
  </Fold>
);

const isKnown = (one: string): boolean => GROUPS.some(({ types, all }) => types.includes(one) || all.includes(one));

/** Everything, and patterns that no group has. */
const Everything = ({ draft, rest }: { draft: Draft; rest: string[] }) => (
  <Fold title={t("Everything")} open={rest.length > 0}>
    <div class="flow tight-flow" role="group" aria-label={t("Everything")}>
      <div class="chips">
        {[...new Set(["*", ...rest])].map((one) => (
          <Chip value={one} words={one === "*" ? t("all events") : happens(one)} draft={draft} />
        ))}
      </div>
      <p class="hint">{t("All that is listed here, and what later versions add. Expect many messages.")}</p>
    </div>
  </Fold>
);

interface WhenProps {
  draft: Draft;
  /** The kind of what is chosen. */
  kind: string;
  errors: FieldError[];
}

/** The event types of an alert. Those of what is chosen are in sight, others are folded by what is watched. */
export function When({ draft, kind, errors }: WhenProps) {
  const invalid = errors.filter(({ pointer }) => pointer.startsWith("/events"));
  const all = GROUPS.flatMap(sentencesOf);
  const first = all.find((one) => one.kind === kind)!;
  const others = all.filter((one) => one !== first);
  const rest = draft.events.filter((one) => !isKnown(one));
  return (
    <fieldset class="flow">
      <legend>{first.start}</legend>
      <Chips of={first} draft={draft} />
      <Fold title={t("Other events")} open={rest.length > 0 || others.some((one) => isChosen(one, draft))}>
        <div class="flow folds">
          {others.map((one) => (
            <Folded of={one} draft={draft} />
          ))}
          <Everything draft={draft} rest={rest} />
        </div>
      </Fold>
      {invalid.length === 0 ? null : (
        <p class="bad-words" role="alert">
          <Icon name="hand" small />
          {draft.events.length === 0 ? t("Choose at least one event") : invalid.map((one) => t(one.message)).join("; ")}
        </p>
      )}
    </fieldset>
  );
}

/** How many matches are shown as choices. */
const MAX_MATCHES = 8;

const isCreator = ({ kind }: NamedTarget): boolean => kind === "live";

/** What beside its name tells a match from others: the handle or the kind, and the list. */
function aboutMatch(one: NamedTarget, lists: NamedList[]): string {
  const list = lists.length < 2 ? undefined : lists.find(({ id }) => id === one.watchlistId)?.name;
  const room = DECLARED.find(({ kind }) => kind === one.kind);
  const called = isCreator(one) || room === undefined ? calledOf(one) : t(room.title);
  return [called, ...(list === undefined ? [] : [displayedName(list)])].join(" · ");
}

/** Whom the text of "Only one" means, or the choices if there are several. Comes with each preview. */
export const Matches = ({ draft: { matches, meant }, lists }: { draft: Draft; lists: NamedList[] }) => (
  <div id="matches">
    {matches.length === 0 ? null : matches.length === 1 ? (
      <p class="hint">
        <Icon name="done" small /> <Name of={matches[0]!.name} /> · <bdi>{aboutMatch(matches[0]!, lists)}</bdi>
      </p>
    ) : (
      <fieldset class="choices">
        <legend>{t("Which one?")}</legend>
        {matches.slice(0, MAX_MATCHES).map((one) => (
          <label class="pick">
            <input type="radio" id={`match-${one.id}`} name="chosen" value={one.id} checked={one.id === meant} />
            <span>
              <Name of={one.name} /> <small class="soft">{aboutMatch(one, lists)}</small>
            </span>
          </label>
        ))}
        {matches.length <= MAX_MATCHES ? null : <p class="hint">{t("More match: type more of the name.")}</p>}
      </fieldset>
    )}
  </div>
);

/** The subject of an alert. */
export function Who({ draft, lists, errors }: { draft: Draft; lists: NamedList[]; errors: FieldError[] }) {
  return (
    <div class="two">
      <Field
        pointer="/watchlistId"
        label={t("Who")}
        {...choiceOf(listWords(lists, t("Everyone")))}
        value={draft.watchlistId}
        errors={errors}
      />
      <div class="field">
        <input type="hidden" name="targetId" value={draft.targetId} />
        <input type="hidden" name="was" value={draft.targetId === "" ? "" : draft.subject} />
        <Field
          pointer="/targetId"
          label={t("Only one (optional)")}
          value={draft.subject}
          errors={errors}
          placeholder={t("@handle, name or ID")}
          hint={t("A creator, a ranking or anything else you watch. Leave empty for all.")}
        />
        <Matches draft={draft} lists={lists} />
      </div>
    </div>
  );
}

/** Number of empty rows for more conditions. */
const MORE_ROWS = 2;

/** The conditions of an alert. */
export function OnlyIf({ draft, errors }: { draft: Draft; errors: FieldError[] }) {
  const blank: Condition = { what: "", value: "" };
  const rows = [...draft.conditions, ...Array.from({ length: MORE_ROWS }, () => blank)];
  const words = {
    "": t("always"),
    ...Object.fromEntries(Object.entries(CHOICES).map(([key, one]) => [key, t(one.words)])),
  };
  return (
    <Fold
      title={t("Only if…")}
      open={draft.conditions.length > 0 || errors.some(({ pointer }) => pointer.startsWith("/filters"))}
    >
      <div class="flow">
        {rows.map(({ what, value }, place) => (
          <div class="two">
            <Field
              pointer={`/filters/${place}/what`}
              label={place === 0 ? t("Only if") : t("And if")}
              {...choiceOf(words)}
              value={what}
            />
            <Field
              pointer={`/filters/${place}/value`}
              label={place === 0 ? t("Value") : t("And value")}
              value={value}
              errors={what === "" ? [] : errors}
            />
          </div>
        ))}
        {draft.others.length === 0 ? null : (
          <div class="field">
            <span class="lab">{t("Details: conditions set through the API")}</span>
            {draft.others.map((filter) => (
              <label class="line">
                <input class="tick" type="checkbox" name="others" value={JSON.stringify(filter)} checked />
                <bdi>{displayedName(filterWords(filter))}</bdi>
              </label>
            ))}
          </div>
        )}
      </div>
    </Fold>
  );
}

/** Whether the chosen event types include this one. */
export const isNotified = (type: string, { events }: Draft): boolean => events.some((one) => asksFor(one, type));
