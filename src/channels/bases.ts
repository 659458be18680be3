import type { ApiBases } from "./kind.ts";
import { channelKinds } from "./registry.ts";

const withBase = Object.values(channelKinds).flatMap(({ kind, base }) => (base === undefined ? [] : [{ kind, base }]));

/** The variables that set where APIs are; kinds of one API may share theirs. */
export const apiBases = withBase.map(({ base }) => base);

/** Where the APIs are, by what a variable says. */
export const basesFrom = (valueOf: (variable: string) => string): ApiBases =>
  Object.fromEntries(withBase.map(({ kind, base }) => [kind, valueOf(base.variable)]));

/** The real ones. */
export const API_BASES: ApiBases = Object.fromEntries(withBase.map(({ kind, base }) => [kind, base.address]));
