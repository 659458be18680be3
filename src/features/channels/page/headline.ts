import type { Channel } from "../resource/form.ts";
import { plural, t } from "../../../ui/words/text.ts";

/** Says in one line whether the channels work. */
export const headlineOf = (all: Channel[]): string => {
  const ill = all.filter((one) => (one.enabled ? one.failingSince !== null : one.disabledReason !== null)).length;
  if (all.length === 0) return t("No channels yet");
  if (ill > 0) return plural(ill, "{n} channel needs attention", "{n} channels need attention");
  return all.every(({ failure }) => failure === null)
    ? t("All active channels work")
    : t("Some channels haven't been tested yet");
};
