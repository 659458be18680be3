import { grouped } from "../../../core/numbers-as-text.ts";
import type { Child } from "hono/jsx";
import type { Conclusion, Looks } from "../../../flows/commands/connect/conclude.ts";
import { FIELDS } from "../../../flows/commands/connect/guess.ts";
import { isProven } from "../../../flows/commands/connect/reading.ts";
import { displayNameOf } from "../../../flows/commands/connect/person.ts";
import type { Trial } from "../../../flows/commands/connect/trial.ts";
import { Button, Field } from "../parts/form.tsx";
import { Icon } from "../parts/icon.tsx";
import { Avatar, Name } from "../parts/name.tsx";
import { shownName } from "../words/name.ts";
import { Note, Pill } from "../parts/pieces.tsx";
import { fieldName, NAMES, type Typed } from "./typed.ts";
import { Reads } from "./reads.tsx";
import { AnswerTree } from "./tree.tsx";

interface Shown {
  trial: Trial;
  conclusion: Conclusion;
  typed: Typed;
}

const VERDICTS: Record<string, string> = {
  on: "is live",
  off: "is offline",
  paused: "is live, with the stream paused",
};

/** The result of both answers with the chosen values. */
function Proof({ trial, conclusion }: Omit<Shown, "typed">) {
  const { facts, proof } = conclusion;
  const count = Number(facts["viewers"]);
  const seen = [
    ...(facts["title"] === undefined ? [] : [`“${shownName(trial.hide(String(facts["title"])))}”`]),
    ...(facts["viewers"] === undefined ? [] : [`${grouped("en", count)} watching`]),
  ];
  return (
    <div class="said2" role="status">
      {trial.people.map((somebody, of) => {
        const displayName = displayNameOf(somebody);
        const name = trial.hide(conclusion.names[of as 0 | 1]);
        const verdict = proof?.[of as 0 | 1] ?? null;
        return (
          <div>
            <Avatar name={name.replace(/^@/, "")} of={displayName} live={verdict === "on"} />
            <div>
              <b>
                <Name of={name} otherwise={displayName} />{" "}
                {verdict === null ? "can't be checked" : (VERDICTS[verdict] ?? "is unknown")}
              </b>
              <p class="cut2">{of === 0 && verdict === "on" ? <bdi>{seen.join(" · ")}</bdi> : null}</p>
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** Explains answers that do not prove who is live, and what to do. */
function looksWords(looks: Looks, live: string, off: string, hide: (text: string) => string): string {
  const again = "Try again when they are, or enter another creator.";
  switch (looks.kind) {
    case "swapped":
      return `The answers look swapped: ${live} looks offline, and ${off} looks live. Swap the two, or check who is live right now.`;
    case "on":
      return `Both answers look live. Is ${off} really offline? ${again}`;
    case "off":
      return `Both answers look offline. Is ${live} live right now? ${again}`;
    case "nobody":
      return `The service doesn't know ${looks.of === 0 ? live : off}. It says: “${shownName(hide(looks.words))}”. Check the spelling.`;
    case "same":
      return `Both answers are the same. Is ${live} live right now, and ${off} offline? ${again}`;
    case "different":
      return `The two answers differ, but nothing in them clearly means live. Is ${live} live right now, and ${off} offline? If so, click the value that shows it.`;
  }
}

function whyNot({ proof, verdict, reading, looks }: Conclusion, names: [string, string], hide: Trial["hide"]) {
  const [live, off] = names;
  if (proof !== null && isProven(proof)) return null;
  if (verdict === null || looks.kind === "swapped" || looks.kind === "nobody")
    return looksWords(looks, live, off, hide);
  if (reading === null || proof === null)
    return "This value is different in every broadcast, so it can't show who is live. Choose another.";
  if (proof[0] !== "on") return `With this value, ${live} would not be live. Choose another.`;
  return proof[1] === "on"
    ? `With this value, ${off} would be live too. Choose another.`
    : `With this value, no one would ever be offline: the answer for ${off} has no value that means offline. Choose another.`;
}

/** The comparison of both answers: the proof, what to do if it is right, and the tree of values if it is not. */
export function Outcome({ trial, conclusion, typed, children }: Shown & { children?: Child }) {
  const [live, off] = conclusion.names.map((name) => shownName(trial.hide(name))) as [string, string];
  const wrong = whyNot(conclusion, [live, off], (text) => trial.hide(text));
  return (
    <section class="flow" id="answer">
      <div class="sum">
        <Pill tone="good" icon="done">
          The service answered
        </Pill>
        <span class="soft small">
          {trial.took.length} calls · {trial.took.map((ms) => `${ms} ms`).join(" and ")} · password accepted
        </span>
      </div>
      {wrong === null ? null : (
        <Note tone="hand" alert>
          <p>{wrong}</p>
          {conclusion.verdict === null || conclusion.proof === null ? <WaysOut looks={conclusion.looks} /> : null}
        </Note>
      )}
      {conclusion.proof === null ? null : <Proof trial={trial} conclusion={conclusion} />}
      {wrong === null ? children : null}
      {trial.nameless ? (
        <Note tone="info">
          <p>
            This service knows creators by name only, so add them by @handle. When someone changes their handle, add
            them again.
          </p>
        </Note>
      ) : null}
      <div class="proof">
        <div class="flow">
          <h3>
            Which value shows that <bdi>{live}</bdi> is live?
          </h3>
          <p class="soft small">
            {conclusion.compared.list === null
              ? "The two answers differ in the blue lines."
              : "The answer is a long list; these are the rows of both creators. They differ in the blue lines."}{" "}
            {conclusion.verdict === null
              ? "Click the one that shows it."
              : "If the chosen one is wrong, click another value."}
          </p>
          <AnswerTree conclusion={conclusion} other={off} hide={(text) => trial.hide(text)} />
        </div>
        <Reads conclusion={conclusion} typed={typed} other={off} hide={(text) => trial.hide(text)} />
      </div>
      {conclusion.verdict === null ? null : <input type="hidden" name={NAMES.verdict} value={conclusion.verdict} />}
      {FIELDS.map((name) => (
        <input type="hidden" name={fieldName(name)} value={conclusion.fields[name] ?? ""} />
      ))}
    </section>
  );
}

/** Ways out where two answers prove nothing: swap them, test again later, or somebody else in the place of one. */
const WaysOut = ({ looks }: { looks: Looks }) => (
  <div class="ways">
    {looks.kind === "swapped" ? (
      <Button look="main" icon="both" name={NAMES.swap} value="1" busy="Testing…">
        Swap them
      </Button>
    ) : null}
    <Button busy="Testing…" icon="again">
      Test again
    </Button>
    <Field
      pointer={NAMES.third}
      label={looks.kind === "on" ? "Or test with someone else who is offline" : "Or test with someone else who is live"}
      placeholder="@maria"
      hint=""
    />
    <input type="hidden" name={NAMES.instead} value={looks.kind === "on" ? "off" : "live"} />
    <Button busy="Testing…">Test with them</Button>
  </div>
);

/** What kept it from answering, and what to do about it. */
export const TroubleNote = ({ what, mend, redirect }: { what: string; mend: string; redirect?: string }) => (
  <section id="answer">
    <div class="note hand" role="alert">
      <Icon name="hand" />
      <p>
        <b>{what}</b> {mend}
        {redirect === undefined ? null : (
          <>
            {" "}
            <Button name={NAMES.use} value={redirect} busy="Testing…">
              Use that address
            </Button>
          </>
        )}
      </p>
    </div>
  </section>
);
