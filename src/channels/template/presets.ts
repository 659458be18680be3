import type { JsonObject } from "../../core/json.ts";

/** How a service takes messages. */
export interface Preset {
  /** Its name. */
  title: string;
  /** The template of its messages. */
  body: JsonObject;
  /** Templates of headers. */
  headers?: Record<string, string>;
  method?: "PUT";
  /** Matches the hosts whose addresses are certainly of this service. */
  hosts?: RegExp;
  /** True if it only breaks lines at blank lines. */
  paragraphs?: true;
  /** Where people find the token that it requires. */
  token?: string;
}

export const PRESET_NAMES = ["teams", "google-chat", "mattermost", "gotify", "matrix", "apprise", "n8n"] as const;

export type PresetName = (typeof PRESET_NAMES)[number];

const card: JsonObject = {
  type: "message",
  attachments: [
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      content: {
        type: "AdaptiveCard",
        $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
        version: "1.4",
        body: [
          { type: "TextBlock", text: "{{title}}", weight: "bolder", size: "medium", wrap: true },
          { type: "TextBlock", text: "{{text}}", wrap: true },
          { type: "Image", url: "{{picture}}", altText: "{{name}}" },
        ],
        actions: [{ type: "Action.OpenUrl", title: "{{label}}", url: "{{url}}" }],
      },
    },
  ],
};

/** The services whose formats are known, by name. */
export const presets: Record<PresetName, Preset> = {
  teams: {
    title: "Microsoft Teams",
    body: card,
    hosts: /\.(?:logic\.azure|powerplatform)\.com$/,
    paragraphs: true,
  },
  "google-chat": { title: "Google Chat", body: { text: "{{message}}" }, hosts: /^chat\.googleapis\.com$/ },
  mattermost: { title: "Mattermost or Rocket.Chat", body: { text: "{{message}}" } },
  gotify: {
    title: "Gotify",
    body: { message: "{{message}}", priority: 5 },
    headers: { "x-gotify-key": "{{token}}" },
    token: "in Gotify under Apps",
  },
  matrix: {
    title: "Matrix",
    body: { msgtype: "m.text", body: "{{message}}", "m.mentions": {} },
    headers: { authorization: "Bearer {{token}}" },
    method: "PUT",
    token: "in Element under Settings > Help & About > Access Token",
  },
  apprise: { title: "Apprise", body: { body: "{{message}}", format: "text" } },
  n8n: {
    title: "n8n, Make or another program",
    body: {
      id: "{{id}}",
      type: "{{type}}",
      time: "{{time}}",
      name: "{{name}}",
      title: "{{title}}",
      text: "{{text}}",
      url: "{{url}}",
      picture: "{{picture}}",
      events: "{{events}}",
    },
  },
};

/** The service of an address; undefined if the address doesn't tell. */
export const presetAt = (address: URL): PresetName | undefined =>
  PRESET_NAMES.find((name) => presets[name].hosts?.test(address.hostname) === true);
