import type { TargetKind } from "./kind.ts";
import { hashtag } from "./hashtag/kind.ts";
import { list } from "./list/kind.ts";
import { live } from "./live/kind.ts";
import { products } from "./products/kind.ts";
import { ranking } from "./ranking/kind.ts";
import { record } from "./record/kind.ts";

// The registry forgets what each kind keeps to itself: params, settings, state and view go back only to the kind that made them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyTargetKind = TargetKind<any, any, any, any>;

/** Every target kind, by name. */
export const targetKinds: Record<string, AnyTargetKind> = { live, ranking, hashtag, products, list, record };
