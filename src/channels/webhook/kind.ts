import type { ChannelKind } from "../kind.ts";
import { maskedUrl } from "../url-setting.ts";
import { judge } from "./judge.ts";
import { render, report } from "./render.ts";
import { secretOf } from "./secret.ts";
import { rotated, webhookSettings, type WebhookSettings } from "./settings.ts";

/** A signed webhook: one request an event, for programs. */
export const webhook: ChannelKind<WebhookSettings> = {
  kind: "webhook",
  title: "Signed webhook",
  settings: webhookSettings,
  complete(settings, random) {
    if (settings.secret !== undefined) return { settings, made: {} };
    const secret = secretOf(random);
    return { settings: { ...settings, secret }, made: { secret } };
  },
  rotate: rotated,
  destination: ({ url }) => url,
  shared: ["secret", "previousSecret"],
  mask: ({ url, secret, previousSecret }) => ({
    url: maskedUrl(url),
    ...(secret === undefined ? {} : { secret: "whsec_…" }),
    ...(previousSecret === undefined ? {} : { previousSecret: "whsec_…" }),
  }),
  edits: false,
  groups: false,
  pictures: "none",
  render,
  report,
  judge,
};
