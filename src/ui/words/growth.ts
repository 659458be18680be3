import * as numbers from "../../core/numbers-as-text.ts";
import { language } from "./text.ts";

/** A growth in percent as people read it: "+24.3%", from tenfold on "×173". */
export const growthText = (percent: number): string => numbers.growthText(language(), percent);
