import { Icon } from "../../../ui/parts/icon.tsx";
import type { Range } from "./range.ts";
import { meant, t } from "../../../ui/words/text.ts";

/** Two dates in a form, with what is wrong with them. */
export const RangeFields = ({ range }: { range: Range }) => {
  const bad = range.error === null ? {} : { "aria-invalid": "true" as const, "aria-describedby": "range-bad" };
  return (
    <>
      <div class="two">
        <div class="field">
          <label for="from">{meant("time", "From")}</label>
          <input class="in" type="date" name="from" id="from" value={range.from} {...bad} />
        </div>
        <div class="field">
          <label for="to">{meant("time", "To")}</label>
          <input class="in" type="date" name="to" id="to" value={range.to} {...bad} />
        </div>
      </div>
      {range.error === null ? null : (
        <p class="bad-words" role="alert" id="range-bad">
          <Icon name="hand" small />
          {t(range.error)}
        </p>
      )}
    </>
  );
};
