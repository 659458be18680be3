import { t } from "../../words/text.ts";
import type { Drawn } from "./body.ts";

/** A picture of a message, or a placeholder for one on another host, which is never loaded. */
export const Picture = ({ of, small }: { of: Drawn | undefined; small?: true }) =>
  of === undefined ? (
    <span class={small === true ? "pix s" : "pix"} role="img" aria-label={t("A picture")}>
      {small === true ? "" : t("a picture")}
    </span>
  ) : (
    <img class="shot" src={of.src} alt={of.alt} />
  );
