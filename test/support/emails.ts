import { crc32, deflateSync } from "node:zlib";
import { email } from "../../src/channels/email/kind.ts";
import type { EmailSettings, ServiceName } from "../../src/channels/email/settings.ts";
import { mailServices, type Received } from "../../src/channels/dialects/mail/sim/rules.ts";
import { bodyOf } from "../../src/channels/limits.ts";
import type { Message } from "../../src/core/notice.ts";
import type { Report, ReportPicture, ReportRow, ReportSection } from "../../src/core/report.ts";
import { bareNotice, messageOf, STARTED_AT } from "./messages.ts";
import { API_BASES } from "../../src/channels/registry.ts";

/** Where recipients of these emails unsubscribe. */
export const unsubscribe = "https://example.com/stop?list=live&who=all";
/** Valid settings of a service. */
export const settingsOf = (service: ServiceName, more: Partial<EmailSettings> = {}): EmailSettings => ({
  service,
  token: "re_ZaQ1xSw2CdE3vFr4BgT5",
  from: "Tallylight <alerts@example.com>",
  to: "maria@example.com",
  ...(service === "cloudflare" ? { account: "0123456789abcdef0123456789abcdef" } : {}),
  ...(service === "json" ? { url: "https://mail.example.com/send" } : {}),
  ...more,
});
/** What an email is rendered with, besides its settings and message. */
export const provided = { deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain: false, bases: API_BASES };
/** The email about a message, as Resend reads it. */
export const sent = (message: Message, more: Partial<EmailSettings> = {}, plain = false): Received =>
  mailServices["resend"]!.read(
    bodyOf(email.render({ ...provided, plain, settings: settingsOf("resend", more), message })),
  );
/** The email about an event with only a title. */
export const titled = (title: string): Received => sent(messageOf(bareNotice(title)));

const WEEK = [2, 3, null, 1, 4, 6, 5];

const row = (label: string, value: string, change: string, tone: "up" | "down" | "flat", spark = WEEK): ReportRow => ({
  label,
  value,
  change: { text: change, tone },
  spark,
});

type Color = [red: number, green: number, blue: number];

/** A small valid PNG: bars of these heights (0 to 1) on a dark background. */
export function barsPng(width: number, height: number, bars: number[]): Uint8Array {
  const [ground, ink]: Color[] = [
    [24, 26, 32],
    [88, 101, 242],
  ];
  const wide = width / bars.length;
  const rows = Array.from({ length: height }, (_, y) => {
    const colors = Array.from({ length: width }, (_, x) => {
      const inBar = (x % wide) / wide < 0.75 && y / height > 1 - bars[Math.floor(x / wide)]! * 0.9;
      return inBar ? ink! : ground!;
    });
    return Buffer.from([0, ...colors.flat()]);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const parts = [
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return new Uint8Array(Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

/** A section's picture with a file of its name, an address, or both. */
export const pictureOf = (name: string, { url = null as string | null, file = true } = {}): ReportPicture => ({
  alt: `Bars: ${name} of seven days, the longest on Saturday.`,
  legend: null,
  url,
  file: file ? { name: `${name}.png`, bytes: barsPng(960, 320, [0.4, 0.5, 0.2, 0.3, 0.7, 1, 0.8]) } : null,
});

const lives: ReportSection = {
  name: "lives",
  title: "Lives",
  tables: [
    {
      title: "Most airtime",
      rows: [
        row("Bigfoot Fitness", "12 h 30 m", "+20 %", "up"),
        row("Maria", "9 h 05 m", "−8 %", "down", [6, 5, 5, 4, 3, 2, 2]),
        row("Old School Vinyl Collectors Club", "7 h 12 m", "+4 %", "up", [1, 1, 2, 2, 3, 3, 4]),
        row("田中さんのゲーム実況", "5 h 41 m", "0 %", "flat", [3, 3, 3, 3, 3, 3, 3]),
        row("Zoé & the Cat 🐈", "48 m", "new", "up", [null, null, null, null, null, 1, 2]),
      ],
      more: 12,
    },
    {
      title: "Quieter than usual",
      rows: [
        { label: "Night Owl", value: "0 m", change: { text: "−100 %", tone: "down" }, spark: null },
        { label: "Chef Lucia", value: "1 h 10 m", change: { text: "−72 %", tone: "down" }, spark: null },
      ],
      more: 0,
    },
  ],
  cards: [],
  note: "Watched for 6 of 7 days: the service did not answer on Thursday.",
  picture: null,
  links: [],
  file: null,
};

const ranking: ReportSection = {
  name: "ranking",
  title: "Rankings",
  tables: [
    {
      title: "Climbed most",
      rows: [row("Kenji Plays", "#3", "9 places", "up"), row("Lena Winter", "#14", "2 places", "down")],
      more: 0,
    },
  ],
  cards: [],
  note: null,
  picture: null,
  links: [],
  file: null,
};

/** A realistic weekly digest. */
export const weekReport: Report = {
  language: "en",
  title: "Creators of the house, weekly",
  period: "Mon, 9 Nov 2026, 09:00 – Mon, 16 Nov 2026, 09:00 (Europe/Berlin)",
  headline: "Kenji Plays climbed from #12 to #3 in Daily; Chef Lucia was on air 72% less than the week before.",
  quiet: "Products: No price changed.",
  figures: [
    { label: "Airtime", value: "52 h 10 m", detail: "+12 % vs. the week before" },
    { label: "Lives", value: "38", detail: "17 creators" },
    { label: "Best rank", value: "#3", detail: "Kenji Plays, Saturday" },
    { label: "Price changes", value: "6", detail: null },
  ],
  sections: [lives, ranking],
};

/** The same with these pictures, by section. */
export const withPictures = (report: Report, pictureFor: (name: string) => ReportPicture | null): Report => ({
  ...report,
  sections: report.sections.map((section) => ({ ...section, picture: pictureFor(section.name) })),
});

/** An empty report. */
export const emptyReport: Report = {
  language: "en",
  title: "Quiet week",
  period: "",
  headline: null,
  figures: [],
  sections: [],
  quiet: null,
};

/** The email with a digest, as Resend reads it. */
export const reported = (report = weekReport, more: Partial<EmailSettings> = {}, plain = false): Received =>
  mailServices["resend"]!.read(
    bodyOf(
      email.report({
        settings: settingsOf("resend", more),
        deliveryId: "dlv_1",
        report,
        data: {},
        writtenAt: 0,
        at: 0,
        plain,
        bases: API_BASES,
      }),
    ),
  );
