import type { ApiBases } from "./kind.ts";
import { channelKinds } from "./registry.ts";

const withBase = Object.values(channelKinds).flatMap(({ kind, base }) => (base === undefined ? [] : [{ kind, base }]));

/** The variables with the addresses of destinations' APIs. Kinds of the same API can share one. */
export const apiBases = withBase.map(({ base }) => base);

/** The addresses of the APIs, from the values of these variables. */
export const basesFrom = (valueOf: (variable: string) => string): ApiBases =>
  Object.fromEntries(withBase.map(({ kind, base }) => [kind, valueOf(base.variable)]));

/** The default addresses. */
export const API_BASES: ApiBases = Object.fromEntries(withBase.map(({ kind, base }) => [kind, base.address]));
