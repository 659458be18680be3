import { jsonHeaders } from "../headers.ts";
import type { ChannelKind, OutboundRequest, Reporting, Sending } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { filled, filledText, namesIn, type Values } from "./fill.ts";
import { headerValue } from "./header-value.ts";
import { judge } from "./judge.ts";
import { presetAt, presets } from "./presets.ts";
import { templatePreview } from "./preview.ts";
import { formatOf, newlineOf, presetNameOf, templateSettings, type Format, type TemplateSettings } from "./settings.ts";
import { reportValues, templatePart, valuesOf } from "./values.ts";

/** The request with these values. Headers that end up empty, or lack their token, are left out. */
function requestOf({ url, token = "" }: TemplateSettings, format: Format, provided: Values): OutboundRequest {
  const values = { ...provided, token };
  const headers = Object.entries(format.headers)
    .filter(([, value]) => token !== "" || !namesIn(value).includes("token"))
    .map(([name, value]) => [name.toLowerCase(), headerValue(filledText(value, values))] as const)
    .filter(([, value]) => value !== "");
  return {
    method: format.method,
    url: filledText(url, { id: provided["id"]! }),
    headers: { ...jsonHeaders, ...Object.fromEntries(headers) },
    body: JSON.stringify(filled(format.body, values)),
  };
}

function render({ settings, message, deliveryId, at, plain }: Sending<TemplateSettings>): OutboundRequest {
  const format = formatOf(settings);
  return requestOf(settings, format, valuesOf(message, plain, { deliveryId, at, newline: newlineOf(format) }));
}

function report({ settings, ...digest }: Reporting<TemplateSettings>): OutboundRequest {
  const format = formatOf(settings);
  return requestOf(
    settings,
    format,
    reportValues(digest.report, digest.data, { ...digest, newline: newlineOf(format) }),
  );
}

/** A webhook whose format is that of a known service, or a template. */
export const template: ChannelKind<TemplateSettings> = {
  kind: "template",
  title: "Custom webhook",
  pastes: ["Google Chat", "Microsoft Teams"],
  where: "In Google Chat: Apps & integrations > Webhooks. In Teams: Workflows > “Send webhook alerts to a channel”",
  labels: { preset: "Service", url: "Address", token: "Token", headers: "Headers", body: "Message format (JSON)" },
  listed: "Gotify, Matrix, Mattermost and other services",
  fields: {
    preset: {
      words: {
        "": "Another service, with a format of your own",
        ...Object.fromEntries(Object.entries(presets).map(([name, { title }]) => [name, title])),
      },
      hint: "The service that gets the messages.",
    },
    url: { hint: "The address that the service shows for incoming messages. It is never shown again." },
    token: { hint: "Only if the service needs one, as Gotify and Matrix do. It is never shown again." },
    headers: { hint: "One a line, such as X-Key: {{token}}. They are never shown again.", rare: true },
    body: { lines: 6, rare: true },
  },
  example: {
    settings: {
      preset: "teams",
      url: "https://prod-12.westeurope.logic.azure.com/workflows/0a1b2c3d/triggers/manual/paths/invoke?sig=ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l",
      token: "Qw3rTy8uIoP0aSdF",
      headers: { "x-relay-key": "N0tF0rAnyb0dyElse" },
    },
    secrets: ["ZaQ1xSw2CdE3vFr4BgT5nHy6MjU7kI8l", "Qw3rTy8uIoP0aSdF", "N0tF0rAnyb0dyElse"],
    took: { status: 202, body: "" },
  },
  recognizes: (address, local) =>
    local ? address.pathname.startsWith("/inbox/template/") : presetAt(address) !== undefined,
  secret: /(?<=[?&](?:sig|token)=)[\w%.~-]{20,}/,
  preview: templatePreview,
  settings: templateSettings,
  destination: ({ url }) => url,
  shared: ["token", "headers"],
  mask(settings) {
    const { url, token, headers, body, method } = settings;
    const preset = presetNameOf(settings);
    return {
      url: maskedUrl(url),
      ...(preset === undefined ? {} : { preset }),
      ...(token === undefined ? {} : { token: "…" }),
      ...(headers === undefined
        ? {}
        : { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, "…"])) }),
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    };
  },
  edits: false,
  groups: true,
  part: templatePart,
  pictures: "none",
  render,
  report,
  judge,
};
