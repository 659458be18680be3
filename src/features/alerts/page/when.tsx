import type { Child } from "hono/jsx";
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
import { t } from "../../../ui/words/text.ts";

const Chip = ({ value, words, draft }: { value: string; words: string; draft: Draft }) => (
  <label class="chip">
    <input type="checkbox" name="events" value={value} checked={draft.events.includes(value)} />
    {words}
  </label>
);

const takenIn = (type: string): boolean => eventTypes[type]!.onlyByName !== true;

/**
 * The event types of a group as choices, followed by "all of these". Several patterns would repeat the choices, so they
 * are only shown if they are chosen, and then first.
 */
const Chips = ({ group, draft }: { group: Group; draft: Draft }) => (
  <div class="chips">
    {group.all.length === 1
      ? null
      : group.all
          .filter((pattern) => draft.events.includes(pattern))
          .map((pattern) => <Chip value={pattern} words={happens(pattern)} draft={draft} />)}
    {group.types.filter(takenIn).map((type) => (
      <Chip value={type} words={happens(type)} draft={draft} />
    ))}
    {group.all.length === 1 ? <Chip value={group.all[0]!} words={t("all of these")} draft={draft} /> : null}
    {group.types
      .filter((type) => !takenIn(type))
      .map((type) => (
        <Chip value={type} words={happens(type)} draft={draft} />
      ))}
  </div>
);

const isChosen = ({ types, all }: Group, { events }: Draft): boolean =>
  events.some((one) => types.includes(one) || all.includes(one));

/** Titles of groups that are only relevant to those who watch such targets. */
const WATCHED: Record<string, true> = { Rankings: true, Hashtags: true, Shops: true };

interface GroupsProps {
  summary: string;
  groups: Group[];
  draft: Draft;
  open?: boolean;
  children?: Child;
}

const Groups = ({ summary, groups, draft, open = false, children }: GroupsProps) => (
  <Fold title={summary} open={open || groups.some((group) => isChosen(group, draft))}>
    <div class="flow">
      {groups.map((group) => (
        <div class="flow tight-flow" role="group" aria-label={t(group.title)}>
          <span class="lab">{t(group.title)}</span>
          <Chips group={group} draft={draft} />
        </div>
      ))}
      {children}
    </div>
  </Fold>
);

/** The event types of an alert. Those of live creators come first, others are folded. */
export function When({ draft, errors }: { draft: Draft; errors: FieldError[] }) {
  const invalid = errors.filter(({ pointer }) => pointer.startsWith("/events"));
  const [first, ...rest] = GROUPS;
  const problem = (group: Group) => !(group.title in WATCHED);
  const known = GROUPS.flatMap(({ types, all }) => [...types, ...all]);
  const odd = draft.events.filter((one) => !known.includes(one) && one !== "*");
  const anything = draft.events.includes("*") || odd.length > 0;
  return (
    <fieldset class="flow">
      <legend>{t("When someone")}</legend>
      <Chips group={first!} draft={draft} />
      <Groups
        summary={t("Rankings, hashtags, shops and more")}
        groups={rest.filter((one) => !problem(one))}
        draft={draft}
      />
      <Groups summary={t("Problems and everything else")} groups={rest.filter(problem)} draft={draft} open={anything}>
        <div class="chips">
          <Chip value="*" words={t("anything")} draft={draft} />
          {odd.map((one) => (
            <Chip value={one} words={happens(one)} draft={draft} />
          ))}
        </div>
      </Groups>
      {invalid.length === 0 ? null : (
        <p class="bad-words" role="alert">
          <Icon name="hand" small />
          {draft.events.length === 0 ? t("Choose at least one event") : invalid.map((one) => t(one.message)).join("; ")}
        </p>
      )}
    </fieldset>
  );
}

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
        <input type="hidden" name="was" value={draft.targetId === "" ? "" : draft.whom} />
        <Field
          pointer="/targetId"
          label={t("Only one (optional)")}
          value={draft.whom}
          errors={errors}
          placeholder={t("@handle, name or ID")}
          hint={t("A creator, a ranking or anything else you watch. Leave empty for all.")}
        />
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
