import { jsonHeaders } from "../headers.ts";
import type { ChannelKind, OutboundRequest } from "../kind.ts";
import { plainReport } from "../reports/plain.ts";
import { maskedUrl } from "../url-setting.ts";
import { dialectAt, ntfyContent, ntfyPart, shortEnough } from "./content.ts";
import { judge } from "./judge.ts";
import { ntfyPreview } from "./preview.ts";
import { ntfySettings, PRIORITIES, type NtfySettings } from "./settings.ts";

const SERVER = "https://ntfy.sh";

/** The request that publishes a message as JSON at the root of the server. */
function published({ url = SERVER, topic, token, priority }: NtfySettings, content: object): OutboundRequest {
  const loudness = priority === undefined ? {} : { priority: PRIORITIES.indexOf(priority) + 1 };
  return {
    method: "POST",
    url: `${url.replace(/\/+$/, "")}/`,
    headers: { ...jsonHeaders, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ topic, ...content, ...loudness }),
  };
}

/** ntfy: notifications on phones and desktops, through ntfy.sh or a self-hosted server. */
export const ntfy: ChannelKind<NtfySettings> = {
  kind: "ntfy",
  title: "ntfy",
  where: "In the ntfy app: subscribe to a topic with a name that nobody can guess, and enter the same name here",
  labels: { topic: "Topic", url: "Server", token: "Access token", priority: "Priority" },
  example: {
    settings: { topic: "live-ZaQ1", token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2", priority: "high" },
    secrets: ["tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2", "AgQdq7mVBoFD37zQVN29RhuMzNIz2"],
    took: { status: 200, body: '{"id":"sPs71M8A2T","time":1767614400,"event":"message"}' },
  },
  secret: /\btk_\w{20,}/,
  preview: ntfyPreview,
  settings: ntfySettings,
  destination: ({ url = SERVER, topic }) => JSON.stringify([url, topic]),
  // Whoever knows a topic reads it.
  shared: ["token", "topic"],
  holder: ({ url = SERVER }) => new URL(url).origin,
  mask: ({ url, token, priority }) => ({
    topic: "…",
    ...(url === undefined ? {} : { url: maskedUrl(url) }),
    ...(token === undefined ? {} : { token: "tk_…" }),
    ...(priority === undefined ? {} : { priority }),
  }),
  edits: false,
  groups: true,
  part: ntfyPart,
  pictures: "none",
  render: (sending) => published(sending.settings, ntfyContent(sending)),
  report: ({ settings, report, at }) =>
    published(
      settings,
      shortEnough((room) => plainReport(report, dialectAt(at), room)),
    ),
  judge,
};
