import type { Drawn } from "./body.ts";

/** A picture of a message; pictures of other hosts are not loaded, so something stands for them. */
export const Picture = ({ of, small }: { of: Drawn | undefined; small?: true }) =>
  of === undefined ? (
    <span class={small === true ? "pix s" : "pix"} role="img" aria-label="A picture">
      {small === true ? "" : "a picture"}
    </span>
  ) : (
    <img class="shot" src={of.src} alt={of.alt} />
  );
