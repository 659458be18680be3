import * as z from "zod";
import { lazy } from "../../core/lazy.ts";
import { payloadShape } from "../alerts/shape.ts";
import { deliveryShape } from "../messages/shape.ts";
import { at, text, textOrNull } from "../../resources/shape-fields.ts";

export const digestRunShape = lazy(() =>
  deliveryShape()
    .extend({
      deliveries: z
        .array(
          z
            .strictObject({
              id: text("The delivery's ID."),
              watchlistId: textOrNull("The watchlist whose message it carries; null for a digest of everything."),
            })
            .meta({ id: "DigestDelivery" }),
        )
        .describe("All deliveries of this run, this one first: with `perWatchlist`, one for each watchlist by name."),
    })
    .meta({ id: "DigestRun" }),
);

const period = lazy(() => z.strictObject({ from: at("The start of the period."), to: at("The end of the period.") }));

const reportMessage = lazy(() =>
  z.strictObject({
    channelId: text("The ID of the channel that would get it."),
    payload: payloadShape().describe("The request that would be sent."),
    text: text("The message as plain text."),
  }),
);

const picture = lazy(() =>
  z.strictObject({
    section: text("The section that the picture belongs to."),
    alt: text("A description of the picture."),
    svg: text("The picture, as an SVG document."),
  }),
);

export const previewedDigestShape = lazy(() =>
  z
    .strictObject({
      period: period().describe("The period covered."),
      data: z.record(z.string(), z.record(z.string(), z.unknown())).describe("The data by section."),
      messages: z.array(reportMessage()).describe("The messages that would be sent, in order."),
      pictures: z.array(picture()).describe("The pictures of the digest."),
    })
    .meta({ id: "PreviewedDigest" }),
);
