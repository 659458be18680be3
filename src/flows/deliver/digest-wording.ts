import { channelKinds } from "../../channels/registry.ts";
import type { Edition } from "../digest/digest.ts";
import { picturesFor, type Draw } from "../digest/pictures.ts";
import { chartsOf, dataOf, reportOf } from "../digest/report.ts";
import type { TakenChannel, TakenDelivery } from "./outbox.ts";
import type { Wording, WordingDeps } from "./wording.ts";

/** Words for a digest's edition, with the pictures that can be drawn; in plain words without any. */
export const digestWording =
  (
    channel: TakenChannel,
    delivery: TakenDelivery,
    { edition, draw }: { edition: Edition | null; draw: Draw | null },
    deps: WordingDeps,
  ): Wording =>
  (_edit, plain) => {
    if (edition === null || edition.content === null) return { nothing: "its digest is no longer kept" };
    const kind = channelKinds[channel.kind]!;
    const written = { ...edition, content: edition.content };
    const language = edition.digest.language ?? channel.language ?? deps.language;
    const takes = plain ? "none" : kind.pictures;
    const charts = takes === "none" ? {} : chartsOf(written, language);
    const pictures = picturesFor(takes, charts, edition.pictureKey, language, { ...deps.pictures, draw });
    const report = reportOf(written, pictures, language);
    return kind.report({
      settings: channel.settings,
      deliveryId: delivery.id,
      report,
      data: dataOf(edition.digestId, written, report.headline),
      writtenAt: edition.madeAt,
      at: deps.wallNow(),
      plain,
      bases: deps.bases,
    });
  };
