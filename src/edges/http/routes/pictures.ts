import * as z from "zod";
import { LANGUAGES, type Language } from "../../../core/language.ts";
import { pictureIn, type PicturePorts } from "../../../flows/browse/picture.ts";
import { svgOf } from "../../../pictures/svg.ts";
import { found } from "../problem.ts";
import { route, type Route } from "../route.ts";

/** Whoever has the address may keep the picture for a day; it says the same as long as it answers. */
const shared = { "cache-control": "public, max-age=86400", "cross-origin-resource-policy": "cross-origin" };

const language = () =>
  z
    .enum(LANGUAGES, `must be one of: ${LANGUAGES.join(", ")}`)
    .default("en")
    .describe("What its words are written in. Default: en.");

const chartOf = async (key: string | undefined, language: Language, ports: PicturePorts) =>
  found(await pictureIn(key ?? "", language, ports), "picture");

export const pictureRoutes: Route[] = [
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
