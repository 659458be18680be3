/**
 * Returns a typed time of day as "HH:MM", 24 hours: "7", "7:05", "0705", "7.05", "7:05 pm" and "07:05:00" are read. A
 * text that is no time is returned as it is, so that it can be reported.
 */
export function clockIn(text: string): string {
  const [, hourText, minuteText = "00", half] =
    /^(\d{1,2})(?:[:.h]?(\d{2}))?(?::\d{2})?\s*([ap])?\.?m?\.?$/i.exec(text.trim()) ?? [];
  if (hourText === undefined) return text;
  const provided = Number(hourText);
  if (half !== undefined && (provided < 1 || provided > 12)) return text;
  const hour = half === undefined ? provided : (provided % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  if (hour > 23 || Number(minuteText) > 59) return text;
  return `${String(hour).padStart(2, "0")}:${minuteText}`;
}
