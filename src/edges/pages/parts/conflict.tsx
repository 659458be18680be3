import { canonical, type Json, type JsonObject } from "../../../core/json.ts";
import { Button, ButtonLink } from "./form.tsx";
import { Icon } from "./icon.tsx";
import { shownName } from "../words/name.ts";
import { lasting } from "../words/time.ts";
import { useScene } from "./scene.ts";
import type { Fields } from "../forms/fields.ts";
import type { SavedBy } from "../saved-by.ts";

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

/** Offers both values of each conflicting field. Part of the form that is saved again. */
export function Conflict({ differing, by, noun, href }: ConflictProps) {
  const { now } = useScene();
  const theirs =
    by === null ? "Theirs" : by.own ? "Saved in the other tab or device" : `Saved by ${shownName(by.name)}`;
  return (
    <section class="card pad flow" role="alert" aria-labelledby="both">
      <h2 class="beside" id="both">
        <Icon name="both" />
        <span>
          {by?.own === true ? (
            <>You saved this {noun} in another tab or on another device</>
          ) : (
            <>
              {by === null ? "Someone else" : <bdi>{shownName(by.name)}</bdi>} saved this {noun}
            </>
          )}
          {by === null ? "" : ` ${lasting(Math.max(0, now - by.at))} ago`}, while you were editing
          {by?.own === true ? " here" : ""}
        </span>
      </h2>
      <p class="soft">
        Your changes are not lost.{" "}
        {differing.length === 0
          ? "Both versions are the same. Save again."
          : `${differing.length === 1 ? "1 field differs" : `${differing.length} fields differ`}. Choose which version to keep, then save.`}
      </p>
      {differing.map(({ pointer, label, now: is, yours }) => (
        <fieldset class="flow tight-flow">
          <legend class="lab">{label}</legend>
          <div class="opt">
            {(
              [
                ["mine", "Yours", yours],
                ["theirs", theirs, is],
              ] as const
            ).map(([value, whose, said]) => (
              <label>
                <input type="radio" name={`${CHOOSE}${pointer}`} value={value} checked={value === "mine"} />
                <span>
                  <small>{whose}</small>
                  <bdi class="nm">{said === "" ? "empty" : said}</bdi>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p class="acts">
        <Button look="main">Save</Button>
        <ButtonLink href={href}>{by?.own === true ? "Use the saved version" : "Use their version"}</ButtonLink>
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
