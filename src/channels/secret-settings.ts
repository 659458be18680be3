import { lazy } from "../core/lazy.ts";
import { channelKinds, type AnyChannelKind } from "./registry.ts";

/** The settings that the API does not show as they are, with their values. */
export function hiddenIn<Value>(kind: AnyChannelKind, settings: Record<string, Value>): [string, Value][] {
  const displayed: Record<string, unknown> = kind.mask(settings);
  return Object.entries(settings).filter(([name, value]) => displayed[name] !== value);
}

/** The names of the settings that are secret: those that are hidden in the example. */
export const secretSettings = (kind: AnyChannelKind): string[] =>
  hiddenIn(kind, kind.example.settings as Record<string, unknown>).map(([name]) => name);

const ofAnyKind = lazy(() => new Set(Object.values(channelKinds).flatMap(secretSettings)));

/** Reports whether a setting with this name is secret for a kind of channel. */
export const isSecretSetting = (name: string): boolean => ofAnyKind().has(name);
