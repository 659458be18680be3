import { isObject } from "../../../core/json.ts";
import type { SeenNow } from "../poll-several.ts";
import type { Target } from "../resource/form.ts";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { besides } from "../pasting/pasted.ts";
import type { Line } from "../pasting/watch.ts";
import { Pill } from "../../../ui/parts/pieces.tsx";
import { calledOf } from "./words.ts";
import { t } from "../../../ui/words/text.ts";

/** The results of a paste. */
export interface Result {
  lines: Line[];
  /** What the first check of the new creators found, by id. */
  seen: Map<string, SeenNow>;
  /** What is stored of those who were checked, with the service's names. */
  known: Map<string, Target>;
}

function State({ line: { words, tone }, seen }: { line: Line; seen: SeenNow | undefined }) {
  if (tone === "hand") return <span class="warn">{words}</span>;
  if (seen?.verdict === "on" || seen?.verdict === "paused") return <Pill tone="live">{t("live")}</Pill>;
  if (seen?.verdict === "off") return <Pill>{t("offline")}</Pill>;
  if (seen?.fault != null)
    return (
      <Pill tone="hand" icon="hand">
        {t("can't be checked yet")}
      </Pill>
    );
  return (
    <Pill tone={tone} icon={words === t("lookup pending") ? "clock" : "done"}>
      {words}
    </Pill>
  );
}

const displayedAs = ({ text, wanted, id }: Line): string =>
  id !== null && typeof wanted?.["name"] === "string" ? wanted["name"] : besides(text);

/** A creator who was added: the picture's initials, the name, and the handle or id, as two may have one name. */
function Added({ id, line, known }: { id: string; line: Line; known: Target | undefined }) {
  const name = known?.name ?? displayedAs(line);
  const params = known?.params ?? line.wanted?.["params"];
  const called = isObject(params) ? calledOf({ params }) : "";
  return (
    <>
      <Avatar name={name} of={id} small />
      <span class="cut">
        <a href={`/creators/${id}`}>
          <Name of={name} otherwise={line.text} />
        </a>
        {called === "" || called === name ? null : (
          <small class="soft">
            {" "}
            <Name of={called} />
          </small>
        )}
      </span>
    </>
  );
}

/** The result of each pasted line. */
export const Lines = ({ lines, seen, known }: Result) => (
  <ul class="rows tight card" aria-label={t("Result of each line")}>
    {lines.map((line) => (
      <li class="used came">
        {line.id === null ? (
          <span class="cut">
            <Name of={displayedAs(line)} />
          </span>
        ) : (
          <Added id={line.id} line={line} known={known.get(line.id)} />
        )}
        <State line={line} seen={line.id !== null && line.tone === "good" ? seen.get(line.id) : undefined} />
      </li>
    ))}
  </ul>
);
