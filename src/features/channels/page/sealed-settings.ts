import type { AnyChannelKind } from "../../../channels/registry.ts";
import { isObject, type JsonObject } from "../../../core/json.ts";
import type { PageContext } from "../../../ui/page.ts";
import { settingsIn } from "./settings-of.ts";

/** Place of the encrypted fields between two forms. */
const PLACE = "channels/choosing";
const LASTS_MS = 30 * 60_000;

/**
 * Settings between two forms, encrypted for this kind and session, valid for half an hour. Tokens never appear in a
 * page.
 */
export const sealedSettings = (
  kind: AnyChannelKind,
  settings: JsonObject,
  { ports, session, now }: PageContext<"keep">,
): Promise<string> =>
  ports.keep.seal({ kind: kind.kind, settings, key: session.formKey, until: now + LASTS_MS }, PLACE);

export async function openedSettings(
  kind: AnyChannelKind,
  { ports, session, fields, now }: PageContext<"keep">,
): Promise<JsonObject> {
  const sealed = fields.text("sealed");
  // Invalid text may not even be base64.
  const opened = sealed === "" ? null : await ports.keep.open(sealed, PLACE).catch(() => null);
  if (!isObject(opened) || opened["key"] !== session.formKey || !(Number(opened["until"]) > now)) return {};
  if (opened["kind"] !== kind.kind) return {};
  return Object.fromEntries(Object.entries(settingsIn(opened)).filter(([, value]) => value !== null));
}
