import type { Change } from "../plan.ts";
import { pluralForm, t } from "../../../ui/words/text.ts";

/** A slider: its label, bounds and initial position. */
export interface Slider {
  name: "creators" | "calls" | "seconds" | "tabs" | "viewers";
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
}

const STEPS = { creators: 50, calls: 10, seconds: 5, tabs: 1, viewers: 1 };
const MAX = { creators: 5000, calls: 3000, seconds: 600, tabs: 20, viewers: 100 };
/** The usual polling interval. */
const USUAL_SECONDS = 60;

/**
 * Returns the sliders as an address sets them. Values out of bounds are clamped; anything but a number leaves the
 * default.
 */
export function slidersIn({ searchParams }: URL, perMinute: number, leastSeconds: number): Slider[] {
  const max = Math.max(MAX.calls, 2 * perMinute);
  const slider = (name: Slider["name"], label: string, min: number, max: number, usual: number): Slider => {
    const text = searchParams.get(name) ?? "";
    const reported = /^\d{1,9}$/.test(text) ? Number(text) : usual;
    return { name, label, min, max, step: STEPS[name], value: Math.min(max, Math.max(min, reported)) };
  };
  const min = Math.min(MAX.seconds, Math.ceil(leastSeconds / STEPS.seconds) * STEPS.seconds);
  return [
    slider("creators", t("Extra creators"), 0, MAX.creators, 0),
    // The budget is the starting position, even if it is not a multiple of the step.
    slider("calls", t("Checks per minute"), perMinute % STEPS.calls || STEPS.calls, max, perMinute),
    slider("seconds", t("Check each one every"), min, MAX.seconds, Math.max(min, USUAL_SECONDS)),
    slider("tabs", t("Tabs open all day"), 0, MAX.tabs, 1),
    slider("viewers", t("People with a shared link open all day"), 0, MAX.viewers, 0),
  ];
}

/** The texts of the sliders' values, with `{n}` for the number: the script fills it in too. */
export const UNITS: Record<Slider["name"], (value: number) => string> = {
  creators: (value) => pluralForm(value, "{n} creator", "{n} creators"),
  calls: (value) => pluralForm(value, "{n} check", "{n} checks"),
  seconds: () => t("{n} s"),
  tabs: (value) => pluralForm(value, "{n} open", "{n} open"),
  viewers: (value) => pluralForm(value, "{n} watching", "{n} watching"),
};

/** Returns the change that the sliders describe. */
export function changeOf(sliders: Slider[]): Change {
  const value = (name: Slider["name"]): number => sliders.find((one) => one.name === name)!.value;
  return {
    add: { live: value("creators") },
    pollsPerMinute: value("calls"),
    intervalSeconds: value("seconds"),
    lookers: { tabs: value("tabs"), viewers: value("viewers") },
  };
}
