import * as z from "zod";
import { LANGUAGES, type Language } from "../../core/language.ts";
import { pictureIn, tableIn, type PicturePorts } from "./picture.ts";
import { svgOf } from "../../pictures/svg.ts";
import { airtimeFileName } from "../reports/airtime-answer.ts";
import { csvFile } from "../../http/csv.ts";
import { found } from "../../http/problem.ts";
import { routesOver } from "../../http/route.ts";
import { airtimeTable } from "./tables.ts";

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
