import type { TargetKind } from "./kind.ts";
import { hashtag } from "./hashtag/kind.ts";
import { list } from "./list/kind.ts";
import { live } from "./live/kind.ts";
import { products } from "./products/kind.ts";
import { ranking } from "./ranking/kind.ts";
import { record } from "./record/kind.ts";

// Erases the types of a kind's params, settings, state and view. They are only passed back to the kind that created
// them.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyTargetKind = TargetKind<any, any, any, any>;

/** All target kinds, by name. */
export const targetKinds: Record<string, AnyTargetKind> = { live, ranking, hashtag, products, list, record };
