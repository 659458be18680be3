import { forms } from "../forms.ts";
import { deliveryShape, previewedDigestShape } from "../shapes/telling.ts";
import type { Documented } from "../documented.ts";

const tag = "Digests";

export const digestsOperations: Record<string, Documented> = {
  previewDigest: {
    tag,
    summary: "See what a digest would say now",
    description:
      "Sends nothing. The period ends now, unless `period` names a part of the calendar. `data` is what each section found, `messages` what would be sent, without " +
      "addresses, tokens and signatures, `pictures` the charts as SVG, good on light and dark.",
    body: forms.digestPreview,
    status: 200,
    reply: { description: "The period, its data, messages and pictures", schema: previewedDigestShape },
    refusals: [409, 415],
  },
  runDigest: {
    tag,
    summary: "Send a digest now, out of turn",
    description: "The period ends now; its own times stay as they are. 409 while the channel is disabled.",
    status: 201,
    reply: { description: "The delivery that brings it", schema: deliveryShape },
    refusals: [409, 415],
  },
};
