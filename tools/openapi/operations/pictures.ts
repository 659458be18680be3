import type { Documented } from "../documented.ts";

const tag = "Digests";

const refusals = [404];

const description = "Anyone with the address can see it, for thirty days.";

export const picturesOperations: Record<string, Documented> = {
  getPicture: {
    tag,
    summary: "A digest's picture",
    description,
    status: 200,
    reply: { description: "The picture", media: "image/png" },
    refusals,
  },
  getDigestTable: {
    tag,
    summary: "The table of a digest's airtime report",
    description: `All rows as CSV, at \`/pictures/{key}-airtime.csv\`. ${description}`,
    status: 200,
    reply: { description: "The table", media: "text/csv" },
    refusals,
  },
  getDrawing: {
    tag,
    summary: "A digest's picture as SVG, for light and dark backgrounds",
    description,
    status: 200,
    reply: { description: "The picture", media: "image/svg+xml" },
    refusals,
  },
};
