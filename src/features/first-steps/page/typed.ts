import type { AccountView } from "../../../engine/upstream/shape.ts";
import type { Chosen } from "../../service/connect/conclude.ts";
import { FIELDS, type FieldName } from "../../service/connect/guess.ts";
import type { PageContext } from "../../../ui/page.ts";

/** The names of the form's fields. Their names keep the account and its addresses out of the audit log. */
export const NAMES = {
  base: "/account/baseUrl",
  username: "/account/username",
  password: "/account/password",
  check: "/account/check",
  body: "/account/body",
  resolve: "/account/resolve",
  sealed: "sealed",
  live: "live",
  off: "off",
  /** Creators of earlier tests, whose names are in the example addresses. */
  named: "named",
  slot: "slot",
  pick: "pick",
  drop: "drop",
  /** Swaps the two, or puts a third one into the place of one of them. */
  swap: "swap",
  third: "third",
  instead: "instead",
  /** An address that a redirect leads to. */
  use: "use",
  verdict: "verdict",
  /** How one call asks for many creators, as the trial found. */
  several: "several",
} as const;

export const fieldName = (name: FieldName): string => `show-${name}`;

/** What the user entered about the service, as redisplayed by the form: everything but the password. */
export interface Typed {
  base: string;
  username: string;
  check: string;
  body: string;
  resolve: string;
  live: string;
  off: string;
  /** Creators that the example addresses may name, besides the two. */
  named: string[];
  /** The field that the next click on a value sets. */
  slot: "verdict" | FieldName;
  chosen: Chosen;
}

export const untyped = ({ source, baseUrl, username }: AccountView): Typed => ({
  base: source === "api" ? (baseUrl ?? "") : "",
  username: source === "api" ? (username ?? "") : "",
  check: "",
  body: "",
  resolve: "",
  live: "",
  off: "",
  named: [],
  slot: "verdict",
  chosen: { verdict: null, fields: {} },
});

/** Returns what a form sent, with its last click applied. */
export function typedIn({ fields }: PageContext): Typed {
  const reported = fields.text(NAMES.slot);
  const slot = FIELDS.find((one) => one === reported) ?? "verdict";
  const chosen: Chosen = {
    verdict: fields.has(NAMES.verdict) ? fields.text(NAMES.verdict) : null,
    fields: Object.fromEntries(
      FIELDS.flatMap((name) => (fields.has(fieldName(name)) ? [[name, fields.text(fieldName(name))]] : [])),
    ),
  };
  if (fields.has(NAMES.pick)) {
    if (slot === "verdict") chosen.verdict = fields.text(NAMES.pick);
    else chosen.fields[slot] = fields.text(NAMES.pick);
  }
  const dropped = FIELDS.find((one) => one === fields.text(NAMES.drop));
  if (dropped !== undefined) chosen.fields[dropped] = "";
  const typed: Omit<Typed, "chosen"> = {
    base: fields.text(NAMES.base).trim(),
    username: fields.text(NAMES.username),
    check: fields.text(NAMES.check).trim(),
    body: fields.text(NAMES.body).trim(),
    resolve: fields.text(NAMES.resolve).trim(),
    ...peopleIn(fields),
    named: namedIn(fields),
    slot,
  };
  // What was chosen of one answer says nothing of another.
  const anew = fields.has(NAMES.swap) || fields.text(NAMES.third).trim() !== "" || fields.has(NAMES.use);
  const used = fields.has(NAMES.use) ? { base: fields.text(NAMES.use), check: "" } : {};
  return { ...typed, ...used, chosen: anew ? { verdict: null, fields: {} } : chosen };
}

/** The two that it is tried with: swapped, or with a third one instead, where the form says so. */
function peopleIn(fields: PageContext["fields"]): Pick<Typed, "live" | "off"> {
  const [live, off] = [NAMES.live, NAMES.off].map((name) => fields.text(name).trim()) as [string, string];
  if (fields.has(NAMES.swap)) return { live: off, off: live };
  const third = fields.text(NAMES.third).trim();
  if (third === "") return { live, off };
  return fields.text(NAMES.instead) === "off" ? { live, off: third } : { live: third, off };
}

/** Everybody who was entered so far and occurs in an example: one of them may be replaced since. */
function namedIn(fields: PageContext["fields"]): string[] {
  const examples = [NAMES.base, NAMES.check, NAMES.body, NAMES.resolve].map((name) => fields.text(name).toLowerCase());
  const entered = [...fields.text(NAMES.named).split(" "), fields.text(NAMES.live), fields.text(NAMES.off)];
  const bare = (name: string) => name.trim().replace(/^@/, "").toLowerCase();
  return [...new Set(entered.map((one) => one.trim()))]
    .filter((one) => bare(one) !== "" && examples.some((text) => text.includes(bare(one))))
    .slice(0, 8);
}
