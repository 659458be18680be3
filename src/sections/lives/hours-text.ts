import { grouped } from "../../core/numbers-as-text.ts";

/** Time on air as it is added up: hours, however many: "45 s", "12 m", "52 h 10 m", "1,234 h". */
export function hoursText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds > 0 && seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 || hours >= 1000 ? `${grouped(hours)} h` : `${hours} h ${rest} m`;
}
