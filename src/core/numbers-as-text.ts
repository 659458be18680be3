const UNITS = ["", " K", " M", " B", " T"];

/** A whole number with its thousands apart: "60,230,354". */
export const grouped = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ",");

/** A number as people write it: "950", "9,876", "13.8 K", "1.2 M", "689.8 B". */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value < 0) return `−${shortNumber(-value)}`;
  if (value < 10_000) return grouped(value);
  let [size, unit] = [value, 0];
  while (Math.round(size * 10) >= 10_000 && unit < UNITS.length - 1) [size, unit] = [size / 1000, unit + 1];
  return size < 1000 ? `${Math.round(size * 10) / 10}${UNITS[unit]}` : `${grouped(Math.min(size, 1e15))}${UNITS[unit]}`;
}

/** A change in percent with its sign: "+24.3%", "−5%". */
export function signedPercent(percent: number): string {
  if (!Number.isFinite(percent)) return "–";
  const size = Math.round(Math.abs(percent) * 10) / 10;
  const text = size < 10_000 ? String(size) : shortNumber(size);
  return `${percent < 0 ? "−" : "+"}${text}%`;
}

/** A price with its currency: "19.99 USD", "5,300 JPY". */
export function priceText(decimal: string, currency: string | null): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const cents = fraction === "" ? "" : `.${fraction.padEnd(2, "0")}`;
  const amount = `${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${cents}`;
  return currency === null ? amount : `${amount} ${currency}`;
}
