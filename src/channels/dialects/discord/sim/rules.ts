import type { Attachment, Upload } from "../../../../../sim/inbox/attachments.ts";
import { asObject, objects, str, type JsonObject } from "../../../../../sim/inbox/json.ts";

interface Problem {
  path: string;
  code: string;
  message: string;
}

const tooLong = (path: string, max: number): Problem => ({
  path,
  code: "BASE_TYPE_MAX_LENGTH",
  message: `Must be ${max} or fewer in length.`,
});

/**
 * Discord's error body if it would refuse a message; undefined if it would accept it. `uploads` are its files, `before`
 * are those of the message that it edits.
 */
export function discordRefusal(
  message: JsonObject,
  uploads: Upload[] = [],
  before: Attachment[] = [],
): JsonObject | undefined {
  const embeds = objects(message["embeds"]);
  const components = objects(message["components"]);
  const empty =
    str(message["content"]).trim() === "" && embeds.length === 0 && components.length === 0 && uploads.length === 0;
  if (empty) return { code: 50006, message: "Cannot send an empty message" };
  const problems = [
    ...messageProblems(message),
    ...embeds.flatMap(embedProblems),
    ...buttonProblems(components),
    ...attachmentProblems(message, uploads, before),
  ];
  const total = embeds.reduce((sum, embed) => sum + embedLength(embed), 0);
  if (total > 6000) {
    const message6000 = "Embed size exceeds maximum size of 6000";
    problems.push({ path: "embeds", code: "MAX_EMBED_SIZE_EXCEEDED", message: message6000 });
  }
  if (problems.length === 0) return undefined;
  const errors: JsonObject = {};
  for (const { path, code, message: text } of problems) place(errors, path, { code, message: text });
  return { code: 50035, message: "Invalid Form Body", errors };
}

function messageProblems(message: JsonObject): Problem[] {
  const problems: Problem[] = [];
  if (str(message["content"]).length > 2000) problems.push(tooLong("content", 2000));
  if (str(message["username"]).length > 80) problems.push(tooLong("username", 80));
  if (objects(message["embeds"]).length > 10) problems.push(tooLong("embeds", 10));
  return problems;
}

function embedProblems(embed: JsonObject, index: number): Problem[] {
  const at = `embeds.${index}`;
  const fields = objects(embed["fields"]);
  const limits: [string, string, number][] = [
    ["title", str(embed["title"]), 256],
    ["description", str(embed["description"]), 4096],
    ["footer.text", str(asObject(embed["footer"])?.["text"]), 2048],
    ["author.name", str(asObject(embed["author"])?.["name"]), 256],
    ...fields.flatMap((field, place): [string, string, number][] => [
      [`fields.${place}.name`, str(field["name"]), 256],
      [`fields.${place}.value`, str(field["value"]), 1024],
    ]),
  ];
  const problems = limits
    .filter(([, text, max]) => text.length > max)
    .map(([name, , max]) => tooLong(`${at}.${name}`, max));
  if (fields.length > 25) problems.push(tooLong(`${at}.fields`, 25));
  for (const [place, field] of fields.entries()) {
    for (const name of ["name", "value"]) {
      const path = `${at}.fields.${place}.${name}`;
      if (str(field[name]) === "")
        problems.push({ path, code: "BASE_TYPE_REQUIRED", message: "This field is required" });
    }
  }
  return problems;
}

function attachmentProblems(message: JsonObject, uploads: Upload[], before: Attachment[]): Problem[] {
  const problems: Problem[] = uploads.length + before.length > 10 ? [tooLong("attachments", 10)] : [];
  const ids = [...uploads.map(({ number }) => String(number)), ...before.map(({ id }) => id)];
  for (const [place, attachment] of objects(message["attachments"]).entries()) {
    const path = `attachments.${place}`;
    if (!ids.includes(String(attachment["id"])))
      problems.push({ path: `${path}.id`, code: "ATTACHMENT_NOT_FOUND", message: "There is no file of that id." });
    if (str(attachment["description"]).length > 1024) problems.push(tooLong(`${path}.description`, 1024));
  }
  const names = [...uploads.map(({ name }) => name), ...before.map(({ filename }) => filename)];
  for (const [place, embed] of objects(message["embeds"]).entries()) {
    const path = `embeds.${place}.image.url`;
    const url = str(asObject(embed["image"])?.["url"]);
    if (url.startsWith("attachment://") && !names.includes(url.slice("attachment://".length)))
      problems.push({ path, code: "ATTACHMENT_NOT_FOUND", message: "Referenced attachment not found." });
    if (!/^((https?|attachment):\/\/.*)?$/is.test(url))
      problems.push({ path, code: "URL_TYPE_INVALID_SCHEME", message: "Scheme must be one of ('http', 'https')." });
  }
  return problems;
}

function buttonProblems(rows: JsonObject[]): Problem[] {
  const problems: Problem[] = [];
  if (rows.length > 5) problems.push(tooLong("components", 5));
  for (const [place, row] of rows.entries()) {
    const buttons = objects(row["components"]);
    if (row["type"] === 1 && buttons.length > 5) problems.push(tooLong(`components.${place}.components`, 5));
    for (const [number, button] of buttons.entries()) {
      const path = `components.${place}.components.${number}.label`;
      if (str(button["label"]).length > 80) problems.push(tooLong(path, 80));
    }
  }
  return problems;
}

function embedLength(embed: JsonObject): number {
  const texts = [
    embed["title"],
    embed["description"],
    asObject(embed["footer"])?.["text"],
    asObject(embed["author"])?.["name"],
  ];
  for (const field of objects(embed["fields"])) texts.push(field["name"], field["value"]);
  return texts.reduce<number>((sum, text) => sum + str(text).length, 0);
}

function place(errors: JsonObject, path: string, problem: JsonObject): void {
  let node = errors;
  for (const step of path.split(".")) node = (node[step] ??= {}) as JsonObject;
  node["_errors"] = [...((node["_errors"] as JsonObject[] | undefined) ?? []), problem];
}
