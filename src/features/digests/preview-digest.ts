import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import type { ApiBases } from "../../channels/kind.ts";
import { channelKinds, chatsOf } from "../../channels/registry.ts";
import type { IdPrefix } from "../../core/ids.ts";
import { iso } from "../../core/instant.ts";
import type { Chart } from "../../core/chart.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { Language } from "../../core/language.ts";
import { ok, type Result } from "../../core/result.ts";
import { svgOf } from "../../pictures/svg.ts";
import { type Channel, displayedUrl } from "../channels/resource/form.ts";
import { plainReportText } from "../history/metric-text.ts";
import { type Digest, periodText } from "./resource/digest.ts";
import { readForm } from "../../resources/form.ts";
import { type Content, type DigestFacts, type DigestList, scopesOf, type Written } from "./message/digest.ts";
import { gather, type GatherDeps, targetsIn } from "./edition/gather.ts";
import { periodUntil } from "./edition/period.ts";
import type { IssueDeps } from "./edition/start-editions.ts";
import { type PictureDeps, picturesFor } from "./message/pictures.ts";
import { chartsOf, dataOf, reportOf, restUrlOf } from "./message/report.ts";
import { type TableDeps, tablesFor, tablesTaken } from "./message/tables.ts";
import { maskedJson, maskerOf } from "../../engine/deliver/secrets.ts";
import { exampleSettings, type Look, type LookDeps } from "../messages/preview-messages.ts";
import { conflict, invalid, type Refusal } from "../../core/refusal.ts";

export interface PreviewDigestDeps extends GatherDeps, TableDeps, Pick<IssueDeps, "digestLists"> {
  channel(id: string): Promise<Channel | null>;
  /** The decrypted settings; null if no key decrypts them. */
  settingsOf(channelId: string): Promise<Json>;
  mostFiles: number;
  /** The default language if neither digest nor channel has one. */
  language: Language;
  newId(prefix: IdPrefix): string;
  now(): Promise<number>;
  wallNow(): number;
  bases: ApiBases;
}

interface PreviewedDigest {
  period: { from: string; to: string };
  data: Content;
  /** What would be sent, without addresses, tokens and signatures, and its plain text. */
  messages: {
    channelId: string;
    payload: { method: string; url: string | null; headers: Record<string, string>; body: Json };
    text: string;
  }[];
  pictures: { section: string; alt: string; svg: string }[];
}

/**
 * What an edition of a digest is about: with one for each watchlist, the given one or the first by name. Null if the
 * given one gets none.
 */
async function scopeOf(
  digest: Digest,
  watchlistId: string | null,
  deps: Pick<DraftDeps, "digestLists">,
): Promise<DigestFacts | null> {
  return scopeAmong(digest, watchlistId, digest.perWatchlist ? await deps.digestLists() : []);
}

/** The same, with the watchlists that get editions of their own. */
function scopeAmong(digest: Digest, watchlistId: string | null, lists: DigestList[]): DigestFacts | null {
  const scopes = scopesOf(digest, lists);
  if (watchlistId !== null) return scopes.find(({ key }) => key === watchlistId)?.facts ?? null;
  // Without any list, as it would be for all.
  return (scopes[0] ?? scopesOf({ ...digest, perWatchlist: false }, [])[0]!).facts;
}

/** Writes an edition of a digest as if it were due now. */
async function draftedOf(digest: Digest, facts: DigestFacts, channel: Pick<Channel, "language">, deps: DraftDeps) {
  const now = await deps.now();
  const period = periodUntil(digest, now, facts.timezone);
  const written: Written = { digest: facts, ...period, content: await gather(facts, period, now, deps) };
  const language = digest.language ?? channel.language ?? deps.language;
  return { now, period, written, language, charts: chartsOf(written, language) };
}

type DraftDeps = GatherDeps & Pick<PreviewDigestDeps, "language" | "now" | "digestLists">;

const drawnAs = (charts: Record<string, Chart>) =>
  Object.entries(charts).map(([section, chart]) => ({ section, alt: chart.alt, svg: svgOf(chart) }));

export const digestPreviewForm = lazy(() =>
  z.strictObject({
    period: periodText().describe("A period to use instead of the digest's own, in the same notation.").optional(),
    watchlistId: z
      .string()
      .max(64)
      .describe("With `perWatchlist`: the watchlist whose message is shown. Default: the first by name.")
      .optional(),
  }),
);

/** Shows what a digest would say if it were due now, without sending. `body` may give another period, and one of its watchlists. */
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
  if (channel === null || settings === null)
    return conflict("No key can decrypt the channel's settings: enter them again.");
  const scope = await scopeOf(digest, form.value.watchlistId ?? null, deps);
  if (scope === null) return invalid("/watchlistId", "must be a watchlist that gets a message of this digest");
  const { now, period, written, language, charts } = await draftedOf(digest, scope, channel, deps);
  const kind = channelKinds[channel.kind]!;
  const restUrl = restUrlOf(digest.id, written, deps.publicUrl);
  const pictures = picturesFor(kind.pictures, charts, null, language, { ...deps, draw: () => new Uint8Array() });
  const tables = tablesFor(tablesTaken(kind, false), written, null, language, deps);
  const report = reportOf(written, { pictures, tables, restUrl }, language);
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
          url: displayedUrl(channel),
          headers: { "content-type": type },
          body: maskedJson(JSON.parse(sent) as Json, maskerOf(channel.kind, settings)),
        },
        text: plainReportText(report),
      },
    ],
    pictures: drawnAs(charts),
  });
}

/** A placeholder for the secret key of pictures that are not stored. */
const NO_KEY = "0".repeat(26);

export interface DigestLooks {
  period: { from: number; to: number };
  /** The id of the watchlist that is shown, if each gets a message; otherwise null. */
  list: string | null;
  /** The watchlists that get messages of their own, by name. */
  lists: DigestList[];
  looks: Look[];
  pictures: PreviewedDigest["pictures"];
}

/** What a preview shows: the message of this watchlist (null or gone: of the first), if it reads at most `maxTargets`. */
interface LookAt {
  watchlistId: string | null;
  maxTargets: number;
}

/**
 * Shows the same in the channel's chat, or in all chats if programs read the channel. Pictures have the names of their
 * sections. Returns the number of targets if there are more than `maxTargets`.
 */
export async function previewDigestLooks(
  digest: Digest,
  channel: Pick<Channel, "language" | "kind" | "settings">,
  { watchlistId, maxTargets }: LookAt,
  deps: DraftDeps & Omit<PictureDeps, "draw"> & TableDeps & LookDeps,
): Promise<DigestLooks | number> {
  const lists = digest.perWatchlist ? await deps.digestLists() : [];
  const scope = scopeAmong(digest, watchlistId, lists) ?? scopeAmong(digest, null, lists)!;
  const targets = maxTargets === Infinity ? 0 : await targetsIn(scope, deps);
  if (targets > maxTargets) return targets;
  const { now, period, written, language, charts } = await draftedOf(digest, scope, channel, deps);
  const restUrl = restUrlOf(digest.id, written, deps.publicUrl);
  const looks = chatsOf(channel.kind).map(({ preview, kind }): Look => {
    const drawn = picturesFor(kind.pictures, charts, NO_KEY, language, { ...deps, draw: () => new Uint8Array() });
    const tables = tablesFor(tablesTaken(kind, false), written, NO_KEY, language, deps);
    const report = reportOf(written, { pictures: drawn, tables, restUrl }, language);
    const data = dataOf(digest.id, written, report.headline, deps.publicUrl);
    const provided = { deliveryId: "dlv_0", report, data, writtenAt: now, at: deps.wallNow(), plain: false };
    const { body } = kind.report({ ...provided, settings: exampleSettings(kind, channel), bases: deps.bases });
    return { preview, body: JSON.parse(body) as JsonObject };
  });
  const list = scope.listName === undefined ? null : scope.watchlistId;
  const filled = new Set(scopesOf(digest, lists).map(({ key }) => key));
  return { period, list, lists: lists.filter(({ id }) => filled.has(id)), looks, pictures: drawnAs(charts) };
}
