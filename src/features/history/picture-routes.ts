import * as z from "zod";
import { type Language, LANGUAGES } from "../../core/language.ts";
import { svgOf } from "../../pictures/svg.ts";
import { csvFile } from "../../http/csv.ts";
import { found } from "../../http/problem.ts";
import { routesOver } from "../../http/route.ts";
import { airtimeTable } from "./tables.ts";
import type { AirtimeRow } from "../../sections/airtime-shape.ts";
import type { Chart } from "../../core/chart.ts";
import type { Edition } from "../digests/message/digest.ts";
import type { Draw } from "../digests/message/pictures.ts";
import { chartsOf } from "../digests/message/report.ts";
import { nameOfPeriod, rowsOf } from "../digests/message/tables.ts";
import { airtimeFileName } from "../reports/airtime-answer.ts";

const route = routesOver<{ pictures: PicturePorts }>();

/** Pictures may be cached for a day. They do not change while they are served. */
const shared = { "cache-control": "public, max-age=86400", "cross-origin-resource-policy": "cross-origin" };

const language = () =>
  z
    .enum(LANGUAGES, `must be one of: ${LANGUAGES.join(", ")}`)
    .default("en")
    .describe("The language of the picture's text. Default: `en`.");

const chartOf = async (key: string | undefined, language: Language, ports: PicturePorts) =>
  found(await pictureIn(key ?? "", language, ports), "picture");

export const pictureRoutes = [
  route({
    method: "get",
    path: "/pictures/{key}.png",
    scope: "public",
    operation: "getPicture",
    query: () =>
      z.object({ theme: z.enum(["light", "dark"], "must be light or dark").default("light"), language: language() }),
    async handle({ ports, params, query }) {
      const chart = await chartOf(params["key"], query.language, ports.pictures);
      const headers = { "content-type": "image/png", ...shared };
      const draw = await ports.pictures.drawer();
      if (draw === null) throw new Error("a picture cannot be drawn without its font");
      return new Response(draw(chart, query.theme) as Uint8Array<ArrayBuffer>, { headers });
    },
  }),
  route({
    method: "get",
    path: "/pictures/{key}.csv",
    scope: "public",
    operation: "getDigestTable",
    async handle({ ports, params }) {
      const { period, rows: all } = found(await tableIn(params["key"] ?? "", ports.pictures), "table");
      const { file, columns, rows } = airtimeTable(airtimeFileName(period));
      return csvFile(file, columns, all.flatMap(rows), { "cache-control": "private, max-age=3600" });
    },
  }),
  route({
    method: "get",
    path: "/pictures/{key}.svg",
    scope: "public",
    operation: "getDrawing",
    query: () => z.object({ language: language() }),
    async handle({ ports, params, query }) {
      const chart = await chartOf(params["key"], query.language, ports.pictures);
      const headers = {
        "content-type": "image/svg+xml",
        "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ...shared,
      };
      return new Response(svgOf(chart), { headers });
    },
  }),
];

interface PicturePorts {
  /** The edition with this picture key, if its pictures are still available at this wall clock time. */
  byPictureKey: (key: string, now: number) => Promise<Edition | null>;
  wallNow: () => number;
  /** Returns the renderer; null if its font is missing. */
  drawer: () => Promise<Draw | null>;
}

const NAME = /^([a-z0-9]{20,64})-([a-z]{1,40})$/;

/** The edition and section of a picture's name; null if it does not exist or is no longer available. */
async function named(name: string, { byPictureKey, wallNow }: Pick<PicturePorts, "byPictureKey" | "wallNow">) {
  const [, key, section] = NAME.exec(name) ?? [];
  const edition = key === undefined ? null : await byPictureKey(key, wallNow());
  if (edition === null || edition.content === null || section === undefined) return null;
  return { written: { ...edition, content: edition.content }, section };
}

/**
 * The chart for a picture's name, `{key}-{section}`, in a language; null if it does not exist or is no longer
 * available.
 */
async function pictureIn(name: string, language: Language, ports: PicturePorts): Promise<Chart | null> {
  const found = await named(name, ports);
  return found === null ? null : (chartsOf(found.written, language)[found.section] ?? null);
}

/** The rows of the table with this name, `{key}-{section}`, and the name of their period; null likewise. */
async function tableIn(name: string, ports: PicturePorts): Promise<{ period: string; rows: AirtimeRow[] } | null> {
  const found = await named(name, ports);
  const rows = found === null ? null : rowsOf(found.written, found.section);
  return found === null || rows === null ? null : { period: nameOfPeriod(found.written), rows };
}
