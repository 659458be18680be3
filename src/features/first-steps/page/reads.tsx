import type { Conclusion } from "../../service/connect/conclude.ts";
import { FIELDS, type FieldName } from "../../service/connect/guess.ts";
import type { Trial } from "../../service/connect/trial.ts";
import { lastKey, literal } from "./tree.tsx";
import { NAMES, type Typed } from "./typed.ts";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const FIELD_WORDS: Record<FieldName, string> = {
  title: marked("Title"),
  viewers: marked("Viewers"),
  cover: marked("Cover picture"),
  avatar: marked("Profile picture"),
  name: marked("Name"),
};

interface Props extends Pick<Trial, "hide"> {
  conclusion: Conclusion;
  typed: Typed;
  /** Name of the creator who is not live. */
  other: string;
}

type MeaningProps = Pick<Props, "conclusion" | "hide">;

/** The value that means live. */
const MeansLive = ({ conclusion: { verdict, reading }, hide }: MeaningProps) => {
  if (verdict === null) return <>{t("nothing yet: choose a value")}</>;
  const field = <bdi class="mono">{hide(lastKey(verdict))}</bdi>;
  if (reading === null) return <T of="{field} can't show it" field={field} />;
  if (reading.on === "present") return <T of="{field} has a value" field={field} />;
  if (reading.on === "absent") return <T of="{field} is empty" field={field} />;
  const mono = (text: string) => <bdi class="mono">{hide(text)}</bdi>;
  if (!Array.isArray(reading.on))
    return <T of="{field} is later than {end}" field={field} end={mono(lastKey(reading.on.newerThan))} />;
  return <T of="{field} is {value}" field={field} value={mono(literal(reading.on[0]))} />;
};

/** The values that mean offline; anything else is unknown. */
const MeansOffline = ({ conclusion: { reading }, other, hide }: MeaningProps & Pick<Props, "other">) => {
  const name = <bdi>{other}</bdi>;
  const none = <T of="no value, as in the answer for {name}." name={name} />;
  if (reading?.on === "present") return none;
  if (reading?.on === "absent") return <T of="any value, as in the answer for {name}." name={name} />;
  if (reading !== null && !Array.isArray(reading.on))
    return <T of="the other way round, as in the answer for {name}, or no start." name={name} />;
  const off = reading?.off[0];
  const value = off === undefined ? null : <bdi class="mono">{hide(literal(off))}</bdi>;
  return (
    <>
      {reading?.empty !== "off" ? null : value === null ? (
        <>{none} </>
      ) : (
        <>
          <T of="no value, as in the answer for {name}, or {value}." name={name} value={value} />{" "}
        </>
      )}
      {reading?.empty === "off" || value === null ? null : (
        <>
          <T of="{value}, from the answer for {name}." name={name} value={value} />{" "}
        </>
      )}
      {t("Anything else counts as unknown.")}
    </>
  );
};

const Chosen = ({ field, guessed }: { field: string; guessed: boolean }) => {
  const value = <bdi class="mono">{field}</bdi>;
  return guessed ? <T of="{value}, our guess" value={value} /> : value;
};

/** The values in use, and what the next click on a value sets. */
export function Reads({ conclusion, typed, other, hide }: Props) {
  const { fields, facts } = conclusion;
  return (
    <fieldset class="reads">
      <legend class="lab">{t("Values we use")}</legend>
      <label>
        <input type="radio" name={NAMES.slot} value="verdict" checked={typed.slot === "verdict"} />
        <b>{t("Means live")}</b>
        <small>
          <MeansLive conclusion={conclusion} hide={hide} />
        </small>
      </label>
      <div class="r0">
        <b>{t("Means offline")}</b>
        <small>
          <MeansOffline conclusion={conclusion} other={other} hide={hide} />
        </small>
      </div>
      {conclusion.compared.list !== null
        ? null
        : FIELDS.map((name) => (
            <label>
              <input type="radio" name={NAMES.slot} value={name} checked={typed.slot === name} />
              <b>{t(FIELD_WORDS[name])}</b>
              <small>
                {fields[name] !== undefined ? (
                  <Chosen field={hide(lastKey(fields[name]))} guessed={typed.chosen.fields[name] !== fields[name]} />
                ) : facts[name] !== undefined ? (
                  t("fetched separately")
                ) : (
                  t("not used in alerts")
                )}
              </small>
              {fields[name] === undefined ? null : (
                <button type="submit" class="btn bare" name={NAMES.drop} value={name}>
                  <T
                    of="Remove<sr> {field}</sr>"
                    field={t(FIELD_WORDS[name])}
                    sr={(text) => <span class="sr">{text}</span>}
                  />
                </button>
              )}
            </label>
          ))}
    </fieldset>
  );
}
