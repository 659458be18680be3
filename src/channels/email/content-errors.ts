import { isObject, type Json, type JsonObject } from "../../core/json.ts";

/** Names of Resend and codes of Postmark that reject the content of an email: a bad attachment, or JSON. */
const CODES: Json[] = ["invalid_attachment", 402, 403, 409, 411];

/** Fields of an email's content, as services call them. Other fields, such as the sender, are settings. */
const CONTENT = /^(subject|html(body|content)?|text(body|content)?|content|attachments?|headers)\b/i;

/** Texts that name the field which is at fault, such as "Missing `subject` field" and "subject is missing". */
const NAMED = [/^(?:missing|invalid) [`'"]?(\w+)[`'"]?/i, /^[`'"]?(\w+)[`'"]? (?:is|must|cannot|should)\b/i];

/** Reports whether an answer says that the content of an email is at fault, by its code or the field that it names. */
export function rejectsContent(body: JsonObject | null): boolean {
  if (body === null) return false;
  const errors = Array.isArray(body["errors"]) ? body["errors"].filter(isObject) : [];
  return [body, ...errors].some((one) => {
    const codes = [one["name"], one["code"], one["ErrorCode"]].filter((code) => code !== undefined);
    if (codes.some((code) => CODES.includes(code))) return true;
    return [one["field"], fieldIn(one["message"]), fieldIn(one["Message"])].some(
      (field) => typeof field === "string" && CONTENT.test(field),
    );
  });
}

const fieldIn = (text: Json | undefined): string | undefined =>
  typeof text === "string" ? NAMED.map((form) => form.exec(text)?.[1]).find((field) => field !== undefined) : undefined;
