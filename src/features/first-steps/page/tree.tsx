import { unescaped, type Json } from "../../../core/json.ts";
import { cut, tidyLine } from "../../../core/text.ts";
import type { Conclusion } from "../../service/connect/conclude.ts";
import type { FieldName } from "../../service/connect/guess.ts";
import { childOf, escaped, isScalar, keysOf } from "../../service/connect/leaves.ts";
import { NAMES } from "./typed.ts";
import { marked, meant, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** Limit on the lines of an answer. Likely values are shown above it. */
const MAX_LINES = 220;
const MAX_OF_A_LIST = 12;
const DEEPEST = 12;

/** Limit on pointers, because each appears in full in the page. */
const LONGEST_POINTER = 500;

interface Line {
  pointer: string;
  key: string;
  depth: number;
  /** For objects and lists: a bracket, or a mark for what is left out; null for a value. */
  sign: string | null;
  value: Json;
  other: Json | undefined;
}

/** The lines of an answer, in order. */
function linesOf(one: Json, other: Json | undefined): { lines: Line[]; cut: boolean } {
  const lines: Line[] = [];
  let short = false;
  const walk = (value: Json, beside: Json | undefined, pointer: string, key: string, depth: number): void => {
    if (lines.length >= MAX_LINES) return void (short = true);
    const line = { pointer, key, depth, value, other: beside };
    if (isScalar(value)) return void lines.push({ ...line, sign: null });
    const keys = keysOf(value, MAX_LINES);
    const displayed = Array.isArray(value) ? keys.slice(0, MAX_OF_A_LIST) : keys;
    const deep = depth >= DEEPEST;
    const all = Array.isArray(value) ? value.length : Object.keys(value).length;
    const sign = Array.isArray(value) ? `[ ${all === 0 ? t("empty") : ""}` : all === 0 ? `{ ${t("empty")}` : "{";
    lines.push({ ...line, sign: deep ? `${sign} …` : sign });
    if (deep) return void (short = true);
    for (const name of displayed)
      walk(childOf(value, name)!, childOf(beside, name), `${pointer}/${escaped(name)}`, name, depth + 1);
    if (all > displayed.length) {
      short = true;
      lines.push({
        ...line,
        key: "",
        depth: depth + 1,
        sign: `… ${plural(all - displayed.length, "{n} more", "{n} more")}`,
      });
    }
  };
  walk(one, other, "", "", 0);
  return { lines, cut: short };
}

/** A value as literal on one line. */
export function literal(value: Json | undefined): string {
  if (value === undefined) return t("no value");
  if (typeof value === "string") return `"${cut(tidyLine(cut(value, 400)), 90)}"`;
  if (Array.isArray(value)) return t("a list");
  return typeof value === "object" && value !== null ? meant("value", "more") : String(value);
}

const displayedKey = (key: string): string => cut(tidyLine(cut(key, 300)), 48);

/** The last key of a pointer. */
export const lastKey = (pointer: string): string => displayedKey(unescaped(pointer.split("/").at(-1) ?? ""));

interface TreeProps {
  conclusion: Conclusion;
  /** Name of the other creator. */
  other: string;
  /** Removes our credentials from a text. */
  hide: (text: string) => string;
}

const SAYS: Record<FieldName, string> = {
  title: marked("title"),
  viewers: marked("viewers"),
  cover: marked("cover"),
  avatar: marked("picture"),
  name: marked("name"),
};

/** The uses of a value that are not whether someone is live. */
const fieldsAt = ({ fields }: Conclusion, pointer: string): string[] =>
  Object.entries(fields).flatMap(([name, at]) => (at === pointer ? [SAYS[name as FieldName]] : []));

function LineOf({ line, conclusion, other, hide }: { line: Line } & TreeProps) {
  const { pointer, key, depth, sign, value } = line;
  const level = `d${Math.min(depth, 6)}`;
  if (sign !== null)
    return (
      <li class={`br ${level}`}>
        {key === "" ? null : <bdi class="k">{hide(displayedKey(key))}: </bdi>}
        {sign}
      </li>
    );
  const requested = conclusion.asked.includes(pointer);
  const differs = !requested && conclusion.likely.includes(pointer);
  const means = pointer === conclusion.verdict;
  return (
    <li class={`${level}${means ? " set" : differs ? " diff" : ""}`}>
      <bdi class="k">{hide(displayedKey(key))}:</bdi>
      {pointer.length > LONGEST_POINTER ? (
        <bdi>{hide(literal(value))}</bdi>
      ) : (
        <button type="submit" name={NAMES.pick} value={pointer}>
          <bdi>{hide(literal(value))}</bdi>
        </button>
      )}
      {means ? <span class="tag">{t("means live")}</span> : null}
      {fieldsAt(conclusion, pointer).map((tag) => (
        <span class="tag quiet">{t(tag)}</span>
      ))}
      {requested ? <span class="other">{t("the requested creator")}</span> : null}
      {differs ? (
        <span class="other">
          <T
            of="for {name}: {value}"
            name={<bdi>{other}</bdi>}
            value={
              <b>
                <bdi>{hide(literal(line.other))}</bdi>
              </b>
            }
          />
        </span>
      ) : null}
    </li>
  );
}

const MOST_LIKELY = 6;

/** The answer as a tree whose values are buttons. For a long answer, likely values come first. */
export function AnswerTree({ conclusion, other, hide }: TreeProps) {
  const { compared, likely, leaves } = conclusion;
  const { lines, cut: short } = linesOf(compared.live, compared.off);
  const likeliest = likely
    .slice(0, MOST_LIKELY)
    .flatMap((pointer) => leaves.filter((leaf) => leaf.pointer === pointer));
  const long = short || lines.length > 40;
  return (
    <>
      {long && likeliest.length > 0 ? (
        <ul class="tree" aria-label={t("Most likely values")}>
          {likeliest.map(({ pointer, value, other: beside, keys }) => (
            <LineOf
              line={{
                pointer,
                key: keys.slice(-3).map(displayedKey).join(" › "),
                depth: 0,
                sign: null,
                value,
                other: beside,
              }}
              conclusion={conclusion}
              other={other}
              hide={hide}
            />
          ))}
        </ul>
      ) : null}
      <ul
        class={long ? "tree long" : "tree"}
        aria-label={t("The answer: choose a value")}
        {...(long ? { tabindex: 0 } : {})}
      >
        {lines.map((line) => (
          <LineOf line={line} conclusion={conclusion} other={other} hide={hide} />
        ))}
      </ul>
    </>
  );
}
