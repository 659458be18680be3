import { raw } from "hono/html";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { marked, t } from "../../../ui/words/text.ts";

const G = '<rect width="200" height="120" rx="9" fill="#313338"/>';
const L = '<rect width="200" height="120" rx="9" fill="#f8f8f8"/>';

const bar = (x: number, y: number, width: number, fill = "#80848e"): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="6" rx="3" fill="${fill}"/>`;

const words = (x: number, y: number, text: string, fill: string): string =>
  `<text x="${x}" y="${y}" font-size="8" fill="${fill}">${text}</text>`;

const ring = (x: number, y: number, width: number, height: number): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="7" fill="none" stroke="#f0a63a" stroke-width="2"/>`;

const menu = '<path d="M9 0h53v120H9a9 9 0 0 1-9-9V9a9 9 0 0 1 9-9Z" fill="#2b2d31"/>';

const DISCORD: [picture: string, words: string][] = [
  [
    `${G}${menu}${bar(8, 14, 40)}<rect x="5" y="36" width="54" height="16" rx="4" fill="#404249"/>${words(10, 47, "# live", "#fff")}${bar(8, 64, 44)}${bar(76, 16, 84, "#4e5058")}${bar(76, 32, 104, "#4e5058")}<circle cx="51" cy="44" r="3.5" fill="#fff"/>${ring(43, 36, 16, 16)}`,
    marked("Click the gear next to the channel"),
  ],
  [
    `${G}${menu}${bar(8, 14, 40)}${bar(8, 30, 44)}<rect x="5" y="44" width="54" height="16" rx="4" fill="#404249"/>${words(8, 55, "Integrations", "#fff")}${words(96, 47, "Webhooks", "#fff")}${ring(86, 30, 100, 30)}`,
    marked("Open Integrations, then Webhooks"),
  ],
  [
    `${G}<rect x="20" y="18" width="160" height="84" rx="6" fill="#2b2d31"/><circle cx="40" cy="42" r="11" fill="#1e1f22"/><circle cx="40" cy="42" r="4" fill="#ff4b50"/>${bar(60, 34, 60)}${bar(60, 46, 40)}<rect x="60" y="66" width="86" height="20" rx="4" fill="#5865f2"/>${words(68, 79, "Copy Webhook URL", "#fff")}${ring(56, 62, 94, 28)}`,
    marked("Click New Webhook, then Copy Webhook URL"),
  ],
];

const SLACK: [picture: string, words: string][] = [
  [
    `${L}${words(16, 26, "api.slack.com/apps", "#1d1c1d")}<rect x="16" y="44" width="88" height="22" rx="5" fill="#007a5a"/>${words(24, 58, "Create New App", "#fff")}${ring(12, 40, 96, 30)}`,
    marked("At api.slack.com/apps, click Create New App, then From scratch"),
  ],
  [
    `${L}${bar(16, 18, 50, "#c3c6cc")}${words(16, 48, "Incoming Webhooks", "#1d1c1d")}<rect x="140" y="38" width="34" height="18" rx="9" fill="#007a5a"/><circle cx="165" cy="47" r="7" fill="#fff"/>${ring(134, 33, 46, 28)}${bar(16, 72, 150, "#dfe1e5")}${bar(16, 86, 120, "#dfe1e5")}`,
    marked("Turn on Incoming Webhooks, click Add New Webhook and choose the channel"),
  ],
  [
    `${L}${bar(16, 18, 70, "#c3c6cc")}<rect x="16" y="42" width="110" height="22" rx="4" fill="#fff" stroke="#c3c6cc"/>${words(22, 56, "https://hooks.slack…", "#616061")}<rect x="132" y="42" width="48" height="22" rx="4" fill="#fff" stroke="#c3c6cc"/>${words(144, 56, "Copy", "#1d1c1d")}${ring(128, 38, 56, 30)}`,
    marked("Copy the webhook URL"),
  ],
];

const Pictures = ({ of }: { of: typeof DISCORD }) => (
  <ol class="picture-steps">
    {of.map(([picture, reported]) => (
      <li>
        <svg viewBox="0 0 200 120" aria-hidden="true">
          {raw(picture)}
        </svg>
        <span>{t(reported)}</span>
      </li>
    ))}
  </ol>
);

const PICTURES: Record<string, typeof DISCORD> = { discord: DISCORD, slack: SLACK };

/** Shows where the address of a channel is found, for kinds with pictures of it. */
export const Where = ({ kind }: { kind: string }) =>
  PICTURES[kind] === undefined ? (
    <></>
  ) : (
    <Fold title={kind === "discord" ? t("Where do I find it in Discord?") : t("Where do I find it in Slack?")}>
      <Pictures of={PICTURES[kind]} />
    </Fold>
  );
