import { say } from "../../../core/say.ts";
import type { LiveWords } from "./en.ts";

export const fr: LiveWords = {
  someone: "Quelqu’un",
  is: { one: (name) => say`${name} est en direct`, many: () => "sont en direct", heading: () => "En direct" },
  was: {
    one: (name) => say`${name} était en direct`,
    many: () => "étaient en direct",
    heading: () => "Était en direct",
  },
  ended: {
    one: (name) => say`${name} n’est plus en direct`,
    many: () => "ne sont plus en direct",
    heading: () => "Plus en direct",
  },
  began: (when) => say`Commencé ${when}`,
  seen: (when) => say`Déjà à l’antenne, vu ${when}`,
  streamed: (duration) => `A diffusé pendant ${duration}`,
  endedAt: (when) => say`terminé ${when}`,
  watch: "Regarder",
};
