import type { Documented } from "../documented.ts";

const tag = "Digests";

const refusals = [404];

const description = "Whoever has the address sees it, for thirty days.";

export const picturesOperations: Record<string, Documented> = {
  getPicture: {
    tag,
    summary: "A digest's picture",
    description,
    status: 200,
    reply: { description: "The picture", media: "image/png" },
    refusals,
  },
  getDrawing: {
    tag,
    summary: "A digest's picture as SVG, good on light and dark",
    description,
    status: 200,
    reply: { description: "The picture", media: "image/svg+xml" },
    refusals,
  },
};
