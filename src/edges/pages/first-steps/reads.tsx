import type { Conclusion } from "../../../flows/commands/connect/conclude.ts";
import { FIELDS, type FieldName } from "../../../flows/commands/connect/guess.ts";
import type { Trial } from "../../../flows/commands/connect/trial.ts";
import { lastKey, literal } from "./tree.tsx";
import { NAMES, type Typed } from "./typed.ts";

const FIELD_WORDS: Record<FieldName, string> = {
  title: "Title",
  viewers: "Viewers",
  cover: "Cover picture",
  avatar: "Profile picture",
  name: "Name",
};

interface Props extends Pick<Trial, "hide"> {
  conclusion: Conclusion;
  typed: Typed;
  /** Name of the creator who is not live. */
  other: string;
}

/** The values in use, and what the next click on a value sets. */
export function Reads({ conclusion, typed, other, hide }: Props) {
  const { verdict, reading, fields, facts } = conclusion;
  const isPresence = reading?.on === "present";
  const off = isPresence ? undefined : reading?.off[0];
  return (
    <fieldset class="reads">
      <legend class="lab">Values we use</legend>
      <label>
        <input type="radio" name={NAMES.slot} value="verdict" checked={typed.slot === "verdict"} />
        <b>Means live</b>
        <small>
          {verdict === null ? (
            "nothing yet: choose a value"
          ) : (
            <>
              <bdi class="mono">{hide(lastKey(verdict))}</bdi>{" "}
              {reading === null ? (
                "can't show it"
              ) : reading.on === "present" ? (
                "has a value"
              ) : (
                <>
                  is <bdi class="mono">{hide(literal(reading.on[0]))}</bdi>
                </>
              )}
            </>
          )}
        </small>
      </label>
      <div class="r0">
        <b>Means offline</b>
        <small>
          {isPresence ? (
            <>
              no value, as in the answer for <bdi>{other}</bdi>.
            </>
          ) : reading?.empty === "off" ? (
            <>
              no value, as in the answer for <bdi>{other}</bdi>
              {off === undefined ? null : (
                <>
                  , or <bdi class="mono">{hide(literal(off))}</bdi>
                </>
              )}
              .{" "}
            </>
          ) : off === undefined ? null : (
            <>
              <bdi class="mono">{hide(literal(off))}</bdi>, from the answer for <bdi>{other}</bdi>.{" "}
            </>
          )}
          {isPresence ? null : "Anything else counts as unknown."}
        </small>
      </div>
      {conclusion.compared.list !== null
        ? null
        : FIELDS.map((name) => (
            <label>
              <input type="radio" name={NAMES.slot} value={name} checked={typed.slot === name} />
              <b>{FIELD_WORDS[name]}</b>
              <small>
                {fields[name] !== undefined ? (
                  <>
                    <bdi class="mono">{hide(lastKey(fields[name]))}</bdi>
                    {typed.chosen.fields[name] === fields[name] ? "" : ", our guess"}
                  </>
                ) : facts[name] !== undefined ? (
                  "fetched separately"
                ) : (
                  "not used in alerts"
                )}
              </small>
              {fields[name] === undefined ? null : (
                <button type="submit" class="btn bare" name={NAMES.drop} value={name}>
                  Remove<span class="sr"> {FIELD_WORDS[name]}</span>
                </button>
              )}
            </label>
          ))}
    </fieldset>
  );
}
