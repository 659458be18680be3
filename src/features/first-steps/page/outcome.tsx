import { listed } from "../../../core/language.ts";
import type { Child } from "hono/jsx";
import type { Conclusion, Looks } from "../../service/connect/conclude.ts";
import { FIELDS } from "../../service/connect/guess.ts";
import { displayNameOf } from "../../service/connect/person.ts";
import { tellsApart } from "../../service/connect/reading.ts";
import type { Trial } from "../../service/connect/trial.ts";
import { Button, Field } from "../../../ui/parts/form.tsx";
import { Icon } from "../../../ui/parts/icon.tsx";
import { Avatar, Name } from "../../../ui/parts/name.tsx";
import { displayedName } from "../../../ui/words/name.ts";
import { Note, Pill } from "../../../ui/parts/pieces.tsx";
import { fieldName, NAMES, type Typed } from "./typed.ts";
import { Reads } from "./reads.tsx";
import { AnswerTree } from "./tree.tsx";
import { language, marked, plural, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

interface Displayed {
  trial: Trial;
  conclusion: Conclusion;
  typed: Typed;
}

const VERDICTS: Record<string, string> = {
  on: marked("{name} is live"),
  off: marked("{name} is offline"),
  paused: marked("{name} is live, with the stream paused"),
};

const UNCHECKED = marked("{name} can't be checked");
const UNKNOWN = marked("{name} is unknown");

/** The result of both answers with the chosen values. */
function Proof({ trial, conclusion }: Omit<Displayed, "typed">) {
  const { facts, proof } = conclusion;
  const count = Number(facts["viewers"]);
  const seen = [
    ...(facts["title"] === undefined ? [] : [`“${displayedName(trial.hide(String(facts["title"])))}”`]),
    ...(facts["viewers"] === undefined ? [] : [plural(count, "{n} watching", "{n} watching")]),
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
                <T
                  of={verdict === null ? UNCHECKED : (VERDICTS[verdict] ?? UNKNOWN)}
                  name={<Name of={name} otherwise={displayName} />}
                />
              </b>
              <p class="cut2">{of === 0 && verdict === "on" ? <bdi>{seen.join(" · ")}</bdi> : null}</p>
            </div>
          </div>
        );
      })}
    </div>
  );
}

/** An agency has about so many creators. */
const MANY_CREATORS = 120;

/** What it means that one call asks for many. */
const Several = ({ most }: { most: number }) => (
  <Note tone="good">
    <p>
      {plural(
        Math.ceil(MANY_CREATORS / most),
        "One call can check {most} creators, so {creators} creators every minute take {n} call.",
        "One call can check {most} creators, so {creators} creators every minute take {n} calls.",
        { most, creators: MANY_CREATORS },
      )}
    </p>
  </Note>
);

/** Explains answers that do not prove who is live, and what to do. */
function looksWords(looks: Looks, live: string, off: string, hide: (text: string) => string): string {
  const again = t("Try again when they are, or enter another creator.");
  switch (looks.kind) {
    case "swapped":
      return t(
        "The answers look swapped: {live} looks offline, and {off} looks live. Swap the two, or check who is live right now.",
        { live, off },
      );
    case "on":
      return `${t("Both answers look live. Is {off} really offline?", { off })} ${again}`;
    case "off":
      return `${t("Both answers look offline. Is {live} live right now?", { live })} ${again}`;
    case "nobody":
      return t("The service doesn't know {who}. It says: “{words}”. Check the spelling.", {
        who: looks.of === 0 ? live : off,
        words: displayedName(hide(looks.words)),
      });
    case "same":
      return `${t("Both answers are the same. Is {live} live right now, and {off} offline?", { live, off })} ${again}`;
    case "different":
      return t(
        "The two answers differ, but nothing in them clearly means live. Is {live} live right now, and {off} offline? If so, click the value that shows it.",
        { live, off },
      );
  }
}

/** Says why the answers do not prove who is live, and what to do; null if they do. */
function whyNot({ proof, verdict, reading, looks }: Conclusion, names: [string, string], hide: Trial["hide"]) {
  const [live, off] = names;
  if (proof !== null && tellsApart(proof)) return null;
  if (verdict === null || looks.kind === "swapped" || looks.kind === "nobody")
    return looksWords(looks, live, off, hide);
  if (reading === null || proof === null)
    return t("This value is different in every broadcast, so it can't show who is live. Choose another.");
  if (proof[0] !== "on") return t("With this value, {live} would not be live. Choose another.", { live });
  return proof[1] === "on"
    ? t("With this value, {off} would be live too. Choose another.", { off })
    : t(
        "With this value, no one would ever be offline: the answer for {off} has no value that means offline. Choose another.",
        { off },
      );
}

/** The comparison of both answers: the proof, what to do if it is right, and the tree of values if it is not. */
export function Outcome({
  trial,
  conclusion,
  typed,
  keyed,
  children,
}: Displayed & { keyed: boolean; children?: Child }) {
  const [live, off] = conclusion.names.map((name) => displayedName(trial.hide(name))) as [string, string];
  const invalid = whyNot(conclusion, [live, off], (text) => trial.hide(text));
  return (
    <section class="flow" id="answer">
      <div class="sum">
        <Pill tone="good" icon="done">
          {t("The service answered")}
        </Pill>
        <span class="soft small">
          {[
            plural(trial.calls, "{n} call", "{n} calls"),
            t("answered in {times}", {
              times: listed(
                language(),
                trial.took.map((ms) => `${ms} ms`),
              ),
            }),
            ...(keyed ? [typed.username === "" ? t("key accepted") : t("password accepted")] : []),
          ].join(" · ")}
        </span>
      </div>
      {invalid === null ? null : (
        <Note tone="hand" alert>
          <p>{invalid}</p>
          {conclusion.verdict === null || conclusion.proof === null ? <WaysOut looks={conclusion.looks} /> : null}
        </Note>
      )}
      {conclusion.proof === null ? null : <Proof trial={trial} conclusion={conclusion} />}
      {trial.several === null || invalid !== null ? null : <Several most={trial.several.most} />}
      {trial.nameless ? (
        <Note tone="info">
          <p>
            {t(
              "This service knows creators by name only, so add them by @handle. When someone changes their handle, add them again.",
            )}
          </p>
        </Note>
      ) : null}
      <div class="proof">
        <div class="flow">
          <h3>
            <T of="Which value shows that {name} is live?" name={<bdi>{live}</bdi>} />
          </h3>
          <p class="soft small">
            {conclusion.compared.list === null
              ? t("The two answers differ in the blue lines.")
              : t(
                  "The answer is a long list; these are the rows of both creators. They differ in the blue lines.",
                )}{" "}
            {conclusion.verdict === null
              ? t("Click the one that shows it.")
              : t("If the chosen one is wrong, click another value.")}
          </p>
          <AnswerTree conclusion={conclusion} other={off} hide={(text) => trial.hide(text)} />
        </div>
        <Reads conclusion={conclusion} typed={typed} other={off} hide={(text) => trial.hide(text)} />
      </div>
      {invalid === null ? children : null}
      {conclusion.verdict === null ? null : <input type="hidden" name={NAMES.verdict} value={conclusion.verdict} />}
      {trial.several === null ? null : (
        <input type="hidden" name={NAMES.several} value={`${trial.several.form}:${trial.several.most}`} />
      )}
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
      <Button look="main" icon="both" name={NAMES.swap} value="1" busy={t("Testing…")}>
        {t("Swap them")}
      </Button>
    ) : null}
    <Button busy={t("Testing…")} icon="again">
      {t("Test again")}
    </Button>
    <Field
      pointer={NAMES.third}
      label={
        looks.kind === "on" ? t("Or test with someone else who is offline") : t("Or test with someone else who is live")
      }
      placeholder="@maria"
      hint=""
    />
    <input type="hidden" name={NAMES.instead} value={looks.kind === "on" ? "off" : "live"} />
    <Button busy={t("Testing…")}>{t("Test with them")}</Button>
  </div>
);

/** What kept it from answering, and what to do about it. */
export const ProblemNote = ({ what, mend, redirect }: { what: string; mend: string; redirect?: string }) => (
  <section id="answer">
    <div class="note hand" role="alert">
      <Icon name="hand" />
      <p>
        <b>{what}</b> {mend}
        {redirect === undefined ? null : (
          <>
            {" "}
            <Button name={NAMES.use} value={redirect} busy={t("Testing…")}>
              {t("Use that address")}
            </Button>
          </>
        )}
      </p>
    </div>
  </section>
);
