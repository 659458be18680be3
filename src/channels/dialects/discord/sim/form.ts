import type { Context } from "hono";
import type { Upload } from "../../../../../sim/inbox/attachments.ts";
import { jsonObject, objects, str, type JsonObject } from "../../../../../sim/inbox/json.ts";

/** The content of a request: a message as JSON, alone or as `payload_json` of a form with files. */
export interface Message {
  message: JsonObject;
  uploads: Upload[];
}

/** Undefined if the request has no readable message. */
export async function messageIn(context: Context): Promise<Message | undefined> {
  if (!/^multipart\/form-data\b/i.test(context.req.header("content-type") ?? "")) {
    const message = jsonObject(await context.req.text());
    return message && { message, uploads: [] };
  }
  const form = await context.req.raw.formData().catch(() => undefined);
  const payload = form?.get("payload_json");
  const message = typeof payload === "string" ? jsonObject(payload) : undefined;
  if (!form || !message) return undefined;
  const uploads: Upload[] = [];
  for (const [field, value] of form) {
    const number = /^files\[(\d{1,4})\]$/.exec(field)?.[1];
    if (number === undefined || typeof value === "string") continue;
    const bytes = new Uint8Array(await value.arrayBuffer());
    uploads.push({ number: Number(number), name: value.name, type: typeOf(value.type), bytes });
  }
  return { message, uploads };
}

/** The alt text of a file in its message. */
export const describedAs = (message: JsonObject, { number }: Upload): string =>
  str(objects(message["attachments"]).find((attachment) => Number(attachment["id"]) === number)?.["description"]);

const typeOf = (stated: string): string =>
  /^image\/(png|jpeg|gif|webp)$/.test(stated) ? stated : "application/octet-stream";
