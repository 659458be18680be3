import { forms } from "../forms.ts";
import { digestRunShape, previewedDigestShape } from "../../../src/features/digests/shape.ts";
import type { Documented } from "../documented.ts";

const tag = "Digests";

export const digestsOperations: Record<string, Documented> = {
  previewDigest: {
    tag,
    summary: "Preview a digest",
    description:
      "Nothing is sent. The period ends now, unless `period` is a calendar period. With `perWatchlist`, the message of `watchlistId` is shown, or that of the first watchlist by name. `data` has the data of each section, `messages` what would be sent, without " +
      "addresses, tokens and signatures, and `pictures` the charts as SVG for light and dark backgrounds.",
    body: forms.digestPreview,
    status: 200,
    reply: { description: "The period, its data, messages and pictures", schema: previewedDigestShape },
    refusals: [409, 415],
  },
  runDigest: {
    tag,
    summary: "Send a digest now",
    description:
      "The period ends now. The schedule doesn't change. Answers 409 while the channel is disabled. With `perWatchlist`, " +
      "there is a delivery for each watchlist: the answer is the first of them, and `deliveries` has all.",
    status: 201,
    reply: { description: "The delivery that carries it", schema: digestRunShape },
    refusals: [409, 415],
  },
};
