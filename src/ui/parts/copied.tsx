import type { Child } from "hono/jsx";

/** A text to copy: the script adds a button, and without it the field can be selected. Stands in a `dl`. */
export const Copied = ({ id, label, value }: { id: string; label: Child; value: string }) => (
  <>
    <dt>
      <label for={id}>{label}</label>
    </dt>
    <dd>
      <input class="in" id={id} readonly value={value} data-copy autocomplete="off" />
    </dd>
  </>
);
