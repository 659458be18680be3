import { pattern } from "../../core/lazy.ts";
import { hostRefusal } from "../../core/public-url.ts";

/** The sender of an email. */
export interface Sender {
  name: string | null;
  address: string;
}

/** Limit on the recipients of a channel. */
export const MAX_RECIPIENTS = 20;

const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** A name that needs no quotes in a header: no marks that separate addresses, nothing invisible. */
const plainName = pattern(String.raw`^[^\p{C}\p{Zl}\p{Zp}"<>\\,;:()\[\]@]{1,70}$`, "u");

/** Why a text is not an email address; null if it is one. Only ASCII, as all services accept it. */
export function addressRefusal(text: string): string | null {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1).toLowerCase()];
  if (text.length > 254 || local.length > 64 || !LOCAL_PART.test(local))
    return "must be email addresses like name@example.com";
  return hostRefusal(domain) === null ? null : "must be email addresses at a public domain";
}

/** The recipients in a text, in order and each once. Commas, semicolons, blanks and lines separate them. */
export function recipientsIn(text: string): string[] {
  const all = text.split(/[\s,;]+/).filter((one) => one !== "");
  return all.filter((one, place) => all.findIndex((other) => other.toLowerCase() === one.toLowerCase()) === place);
}

/** The sender in a text such as "Tallylight <alerts@example.com>". It may not be valid. */
export function senderIn(text: string): Sender {
  const [, name, address] = /^(.*?)<([^<>]*)>$/su.exec(text.trim()) ?? [];
  if (name === undefined || address === undefined) return { name: null, address: text.trim() };
  const bare = name.trim().replace(/^"(.*)"$/s, "$1");
  return { name: bare === "" ? null : bare, address: address.trim() };
}

/** A sender as one text. */
export const writtenSender = ({ name, address }: Sender): string => (name === null ? address : `${name} <${address}>`);

/** Why a text is no sender; null if it is one. */
export function senderRefusal(text: string): string | null {
  const { name, address } = senderIn(text);
  if (name !== null && !plainName().test(name)) return "must have a name of up to 70 letters, digits and blanks";
  return addressRefusal(address) === null ? null : "must be like alerts@example.com or Name <alerts@example.com>";
}
