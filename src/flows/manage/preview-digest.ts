import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import type { ApiBases } from "../../channels/kind.ts";
import { chatsFrom } from "../../channels/chats.ts";
import { channelKinds } from "../../channels/registry.ts";
import type { IdPrefix } from "../../core/ids.ts";
import { iso } from "../../core/instant.ts";
import type { Chart } from "../../core/chart.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import { ok, type Result } from "../../core/result.ts";
import { svgOf } from "../../pictures/svg.ts";
import { shownUrl, type Channel } from "../../resources/channels/form.ts";
import { plainReportText } from "../browse/plain-text.ts";
import { periodText, type Digest } from "../../resources/digests/digest.ts";
import { readForm } from "../../resources/form.ts";
import { factsOf, type Content } from "../digest/digest.ts";
import { gather, type GatherDeps } from "../digest/gather.ts";
import { periodUntil } from "../digest/period.ts";
import { picturesFor, type PictureDeps } from "../digest/pictures.ts";
import { chartsOf, dataOf, reportOf, type Written } from "../digest/report.ts";
import type { Look, LookDeps } from "./looks.ts";
import { conflict, type Refusal } from "../../core/refusal.ts";

export interface PreviewDigestDeps extends GatherDeps {
  channel(id: string): Promise<Channel | null>;
  /** The settings in full, null where no key opens them. */
  settingsOf(channelId: string): Promise<Json>;
  publicUrl: string | null;
  mostFiles: number;
  /** What is told where neither the digest nor its channel says. */
  language: Language;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
  wallNow(): number;
  bases: ApiBases;
}

interface PreviewedDigest {
  period: { from: string; to: string };
  data: Content;
  /** What would be sent, without addresses, tokens and signatures, and how it reads. */
  messages: {
    channelId: string;
    payload: { method: string; url: string | null; headers: Record<string, string>; body: Json };
    text: string;
  }[];
  pictures: { section: string; alt: string; svg: string }[];
}

/** What a digest would say if it were due now. */
async function draftedOf(digest: Digest, channel: Pick<Channel, "language">, deps: DraftDeps) {
  const now = await deps.now();
  const period = periodUntil(digest, now);
  const facts = factsOf(digest);
  const written: Written = { digest: facts, ...period, content: await gather(facts, period, deps) };
  const language = digest.language ?? channel.language ?? deps.language;
  return { now, period, written, language, charts: chartsOf(written, language) };
}

type DraftDeps = GatherDeps & Pick<PreviewDigestDeps, "language" | "now">;

const drawnAs = (charts: Record<string, Chart>) =>
  Object.entries(charts).map(([section, chart]) => ({ section, alt: chart.alt, svg: svgOf(chart) }));

export const digestPreviewForm = lazy(() =>
  z.strictObject({
    period: periodText().describe("A period in place of the digest's own, in the same notation.").optional(),
  }),
);

/** Shows what a digest would say if it were due now, and sends nothing. `body` may name another period. */
export async function previewDigest(
  stored: Digest,
  body: Json,
  deps: PreviewDigestDeps,
): Promise<Result<PreviewedDigest, Refusal>> {
  const form = readForm(digestPreviewForm(), body);
  if (!form.ok) return form;
  const digest = { ...stored, period: form.value.period ?? stored.period };
  const channel = await deps.channel(digest.channelId);
  const settings = channel === null ? null : await deps.settingsOf(channel.id);
  if (channel === null || settings === null) return conflict("No key opens the channel's settings: enter them again.");
  const { now, period, written, language, charts } = await draftedOf(digest, channel, deps);
  const kind = channelKinds[channel.kind]!;
  const pictures = picturesFor(kind.pictures, charts, null, language, { ...deps, draw: () => new Uint8Array() });
  const report = reportOf(written, pictures, language);
  const {
    method,
    headers,
    body: sent,
  } = kind.report({
    settings,
    deliveryId: deps.newId("dlv"),
    report,
    data: dataOf(digest.id, written, report.headline, deps.publicUrl),
    writtenAt: now,
    at: deps.wallNow(),
    plain: false,
    bases: deps.bases,
  });
  const type = headers["content-type"] ?? "application/json";
  return ok({
    period: { from: iso(period.from), to: iso(period.to) },
    data: written.content,
    messages: [
      {
        channelId: channel.id,
        payload: {
          method,
          url: shownUrl(channel),
          headers: { "content-type": type },
          body: JSON.parse(sent) as Json,
        },
        text: plainReportText(report),
      },
    ],
    pictures: drawnAs(charts),
  });
}

/** What stands for the secret key of pictures that nobody keeps. */
const NO_KEY = "0".repeat(26);

export interface DigestLooks {
  /** Epoch ms. */
  period: { from: number; to: number };
  looks: Look[];
  pictures: PreviewedDigest["pictures"];
}

/** The same as it looks in each chat, wherever it goes; pictures by the names of their sections. */
export async function previewDigestLooks(
  digest: Digest,
  channel: Pick<Channel, "language" | "kind">,
  deps: DraftDeps & Omit<PictureDeps, "draw"> & LookDeps,
): Promise<DigestLooks> {
  const { now, period, written, language, charts } = await draftedOf(digest, channel, deps);
  const looks = chatsFrom(channel.kind).map(({ preview, kind }): Look => {
    const drawn = picturesFor(kind.pictures, charts, NO_KEY, language, { ...deps, draw: () => new Uint8Array() });
    const report = reportOf(written, drawn, language);
    const data = dataOf(digest.id, written, report.headline, deps.publicUrl);
    const given = { deliveryId: "dlv_0", report, data, writtenAt: now, at: deps.wallNow(), plain: false };
    const { body } = kind.report({ ...given, settings: kind.example.settings, bases: deps.bases });
    return { preview, body: JSON.parse(body) as JsonObject };
  });
  return { period, looks, pictures: drawnAs(charts) };
}
