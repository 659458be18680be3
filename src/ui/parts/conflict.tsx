import { canonical, type Json, type JsonObject } from "../../core/json.ts";
import { Button, ButtonLink } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { displayedName } from "../words/name.ts";
import { meant, plural, t } from "../words/text.ts";
import { lasting } from "../words/time.ts";
import { T } from "../words/translated.tsx";
import { useScene } from "./scene.ts";
import type { Fields } from "../forms/fields.ts";
import type { SavedBy } from "../page.ts";

/** A field that two people changed differently. */
export interface Differing {
  /** Its JSON Pointer. */
  pointer: string;
  label: string;
  now: string;
  yours: string;
}

/** The prefix of the names by which a form chooses whose value to keep. */
const CHOOSE = "choose";

interface ConflictProps {
  differing: Differing[];
  /** Who saved it in the meantime, and when (epoch ms); null if unknown. */
  by: SavedBy | null;
  /** The kind of record: "alert". */
  noun: string;
  /** The page with its current state. */
  href: string;
}

/** The record as the object of "saved". */
const savedOne = (noun: string): string =>
  meant("saved", noun === "alert" ? "this alert" : noun === "digest" ? "this digest" : "this page");

/** Says who saved it, and when. */
function Headline({ by, noun }: Pick<ConflictProps, "by" | "noun">) {
  const { now } = useScene();
  const what = savedOne(noun);
  if (by === null) return <>{t("Someone else saved {what}, while you were editing", { what })}</>;
  const duration = lasting(Math.max(0, now - by.at));
  return by.own ? (
    <T
      of="You saved {what} in another tab or on another device {duration} ago, while you were editing here"
      what={what}
      duration={duration}
    />
  ) : (
    <T
      of="{who} saved {what} {duration} ago, while you were editing"
      who={<bdi>{displayedName(by.name)}</bdi>}
      what={what}
      duration={duration}
    />
  );
}

/** Offers both values of each conflicting field. Part of the form that is saved again. */
export function Conflict({ differing, by, noun, href }: ConflictProps) {
  const theirs =
    by === null
      ? t("Theirs")
      : by.own
        ? t("Saved in another tab or on another device")
        : t("Saved by {who}", { who: displayedName(by.name) });
  return (
    <section class="card pad flow" role="alert" aria-labelledby="both">
      <h2 class="beside" id="both">
        <Icon name="both" />
        <span>
          <Headline by={by} noun={noun} />
        </span>
      </h2>
      <p class="soft">
        {t("Your changes are not lost.")}{" "}
        {differing.length === 0
          ? t("Both versions are the same. Save again.")
          : plural(
              differing.length,
              "{n} field differs. Choose which version to keep, then save.",
              "{n} fields differ. Choose which version to keep, then save.",
            )}
      </p>
      {differing.map(({ pointer, label, now: is, yours }) => (
        <fieldset class="flow tight-flow">
          <legend class="lab">{t(label)}</legend>
          <div class="opt">
            {(
              [
                ["mine", t("Yours"), yours],
                ["theirs", theirs, is],
              ] as const
            ).map(([value, whose, reported]) => (
              <label>
                <input type="radio" name={`${CHOOSE}${pointer}`} value={value} checked={value === "mine"} />
                <span>
                  <small>{whose}</small>
                  <bdi class="nm">{reported === "" ? t("empty") : reported}</bdi>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="acts">
        <Button look="main">{t("Save")}</Button>
        <ButtonLink href={href}>{t(by?.own === true ? "Use the saved version" : "Use their version")}</ButtonLink>
      </p>
    </section>
  );
}

/** True if the sender keeps the other value of a field. */
export const isTheirs = (fields: Fields, pointer: string): boolean => fields.text(`${CHOOSE}${pointer}`) === "theirs";

/** Returns a patch without the fields that keep the other value. */
export const withoutTheirs = <Patch extends object>(patch: Patch, fields: Fields): Patch =>
  Object.fromEntries(Object.entries(patch).filter(([field]) => !isTheirs(fields, `/${field}`))) as Patch;

/** Returns the conflicting fields of a record; `labels` names each field, and `words` formats its values. */
export const differingIn = (
  labels: Record<string, string>,
  now: JsonObject,
  mine: JsonObject,
  words: (field: string, value: Json) => string,
): Differing[] =>
  Object.entries(labels).flatMap(([field, label]) => {
    const [is, yours] = [now[field] ?? null, mine[field] ?? null];
    if (canonical(is) === canonical(yours)) return [];
    return { pointer: `/${field}`, label, now: words(field, is), yours: words(field, yours) };
  });
