import { factorOf, signedPercent } from "../../core/numbers-as-text.ts";
import { language, t } from "./text.ts";

/** A growth in percent as people read it: "+24.3%", from tenfold on "173 times as much". */
export function growthText(percent: number): string {
  const factor = factorOf(percent);
  return factor === null ? signedPercent(language(), percent) : t("{n} times as much", { n: factor });
}
