import type { Chosen } from "../../../flows/manage/connect/conclude.ts";
import { FIELDS, type FieldName } from "../../../flows/manage/connect/guess.ts";
import type { AccountView } from "../../../flows/manage/service.ts";
import type { PageContext } from "../page.ts";

/** The fields of the form; those of the account and of its addresses are in no audit log, for their names say what they hold. */
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
  slot: "slot",
  pick: "pick",
  drop: "drop",
  verdict: "verdict",
} as const;

export const fieldName = (name: FieldName): string => `show-${name}`;

/** What a person sent of the service, as it is shown again: all but the password. */
export interface Typed {
  base: string;
  username: string;
  check: string;
  body: string;
  resolve: string;
  live: string;
  off: string;
  /** What the next click on a value says. */
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
  slot: "verdict",
  chosen: { verdict: null, fields: {} },
});

/** What a form sent, with what its last click says. */
export function typedIn({ fields }: PageContext): Typed {
  const said = fields.text(NAMES.slot);
  const slot = FIELDS.find((one) => one === said) ?? "verdict";
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
  return {
    base: fields.text(NAMES.base).trim(),
    username: fields.text(NAMES.username),
    check: fields.text(NAMES.check).trim(),
    body: fields.text(NAMES.body).trim(),
    resolve: fields.text(NAMES.resolve).trim(),
    live: fields.text(NAMES.live).trim(),
    off: fields.text(NAMES.off).trim(),
    slot,
    chosen,
  };
}
