import type { Fault } from "../core/fault.ts";
import { inEnglish } from "../core/sentence.ts";
import type { Dated, Seen } from "./kind.ts";
import type { AnyTargetKind } from "./registry.ts";

/** The public status of a state: its verdict, or a summary in English. */
export const statusOf = (
  { verdicts, summary }: AnyTargetKind,
  state: unknown,
): { verdict: string } | { summary: string } =>
  verdicts === undefined ? { summary: summary?.(state, inEnglish) ?? "" } : { verdict: verdicts.of(state) };

/** Whether a target with this state is live. Kinds without verdicts never are. */
export const isLive = ({ verdicts }: AnyTargetKind, state: unknown): boolean => verdicts?.isLive(state) === true;

/** When the status of a state last changed, epoch ms. */
export const sinceOf = (state: unknown): number => (state as Dated).since;

/** The fault of a view in which a number can no longer be read; null for none. */
export const unreadableOf = (view: unknown): Fault | null => (view as Seen).unreadable ?? null;
