import * as z from "zod";
import { isObject, type Json, type JsonObject } from "../../core/json.ts";
import { refusal, type Addresses } from "../../core/public-url.ts";
import { bytesOf } from "../shortened.ts";
import { tokenSetting, urlSetting } from "../url-setting.ts";
import { filled, namesIn } from "./fill.ts";
import { PRESET_NAMES, presetAt, presets, type Preset, type PresetName } from "./presets.ts";
import { longestValues, PLACEHOLDERS } from "./values.ts";

/** Limit on the bytes of a body. Teams takes 28 KiB. */
export const MAX_BODY = 28_000;

const LONGEST_TEMPLATE = 8000;
const MAX_HEADERS = 20;

/** Headers that the connection sets. */
const RESERVED =
  /^(host|content-(length|type|encoding)|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|proxy-.*)$/;

/** Settings of a webhook with a format of its own: that of a preset, or a template. */
export interface TemplateSettings {
  preset?: PresetName | undefined;
  url: string;
  token?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: string | undefined;
  method?: "POST" | "PUT" | undefined;
}

/** The service of a channel, as given or by its address; undefined if there is none. */
export const presetNameOf = ({ preset, url }: TemplateSettings): PresetName | undefined =>
  preset ?? (URL.canParse(url) ? presetAt(new URL(url)) : undefined);

/** How requests of a channel are made: the preset, overridden by its own settings. */
export interface Format extends Pick<Preset, "paragraphs"> {
  method: "POST" | "PUT";
  headers: Record<string, string>;
  body: JsonObject;
}

export function formatOf(settings: TemplateSettings): Format {
  const name = presetNameOf(settings);
  const preset = name === undefined ? undefined : presets[name];
  const body = settings.body === undefined ? preset?.body : objectIn(settings.body);
  if (body == null) throw new Error("a stored template webhook has a body");
  return {
    method: settings.method ?? preset?.method ?? "POST",
    headers: { ...preset?.headers, ...settings.headers },
    body,
    ...(preset?.paragraphs === undefined ? {} : { paragraphs: preset.paragraphs }),
  };
}

/** What separates lines. */
export const newlineOf = ({ paragraphs }: Format): string => (paragraphs === true ? "\n\n" : "\n");

function objectIn(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

type Issue = [path: string[], message: string];

/** What is wrong with settings as a whole. */
function* issues(settings: TemplateSettings, addresses: Addresses): Generator<Issue> {
  const { url, body, token } = settings;
  const name = presetNameOf(settings);
  if (namesIn(url).some((one) => one !== "id")) yield [["url"], "may contain no placeholder but {{id}}"];
  const called = refusal(url.replaceAll("{{id}}", "dlv_0123456789abcdefghijklmnop"), addresses);
  if (called !== null) yield [["url"], called];
  if (name === undefined && body === undefined) yield [["preset"], "is required unless there is a body"];
  const wants = name === undefined ? undefined : presets[name].token;
  if (wants !== undefined && token === undefined) yield [["token"], `is required. Find it ${wants}`];
  if (body !== undefined) yield* bodyIssues(body);
  if (formedOf(settings) > MAX_BODY)
    yield [["body"], `must give at most ${MAX_BODY} bytes for the longest message: use {{text}} or {{message}} once`];
  for (const [header, value] of Object.entries(settings.headers ?? {})) yield* headerIssues(header, value);
}

function* bodyIssues(body: string): Generator<Issue> {
  const template = objectIn(body);
  if (template === null)
    yield [["body"], 'must be a JSON object with placeholders in its texts: {"text": "{{message}}"}'];
  else for (const name of unknownIn(namesIn(template))) yield [["body"], unknownWords(name)];
}

/** The bytes of the longest body; 0 without a valid one. */
function formedOf(settings: TemplateSettings): number {
  const valid = settings.body === undefined ? presetNameOf(settings) !== undefined : objectIn(settings.body) !== null;
  if (!valid) return 0;
  const format = formatOf(settings);
  const values = { ...longestValues(newlineOf(format)), token: settings.token ?? "" };
  return bytesOf(JSON.stringify(filled(format.body, values)));
}

function* headerIssues(name: string, value: string): Generator<Issue> {
  const path = ["headers", name];
  if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) yield [path, "must have a name of letters, digits and -"];
  else if (RESERVED.test(name.toLowerCase())) yield [path, "is set by Tallylight"];
  if (!/^[\x20-\x7e]{0,1000}$/.test(value)) yield [path, "must be one line of up to 1000 plain characters"];
  for (const one of unknownIn(namesIn(value))) yield [path, unknownWords(one)];
}

const unknownIn = (names: string[]): string[] =>
  names.filter((name) => name !== "token" && !Object.hasOwn(PLACEHOLDERS, name));

const unknownWords = (name: string): string =>
  `${name === "" ? "has {{ or }} that belong to no placeholder" : `names {{${name}}}, which does not exist`}. There are ${[
    ...Object.keys(PLACEHOLDERS),
    "token",
  ].join(", ")}`;

export const templateSettings = (addresses: Addresses): z.ZodType<TemplateSettings> =>
  z
    .strictObject({
      preset: z.enum(PRESET_NAMES).optional().describe("The service that receives messages. It decides their format."),
      url: urlSetting(addresses, { refusal: () => null }).describe(
        "The address that the service gives you for messages from programs. `{{id}}` in it becomes the message's ID. Write-only.",
      ),
      token: tokenSetting()
        .min(8, "must be at least 8 characters")
        .optional()
        .describe(
          "The password or key, if the service requires one. Headers and body use it as `{{token}}`. Write-only.",
        ),
      headers: z
        .record(z.string(), z.string())
        .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `must be at most ${MAX_HEADERS}`)
        .optional()
        .describe("More headers, which can contain placeholders. On a form, one a line: `name=value`. Write-only."),
      body: z
        .string()
        .max(LONGEST_TEMPLATE)
        .optional()
        .describe(
          'A format of your own: JSON with placeholders in its texts, such as `{"text": "{{message}}"}`. Default: the format of the service.',
        ),
      method: z.enum(["POST", "PUT"]).optional().describe("The HTTP method. Default: that of the service, or `POST`."),
    })
    .superRefine((settings, context) => {
      for (const [path, message] of issues(settings, addresses)) context.addIssue({ code: "custom", path, message });
    });
