import { grouped } from "../../../core/numbers-as-text.ts";
import { ButtonLink } from "./form.tsx";

/** The footer of a partial list: how much is shown, and a link to the rest. Nothing below a complete list. */
export const Pager = ({ shown, of, next }: { shown: number; of?: number; next: string | null }) =>
  next === null ? (
    <></>
  ) : (
    <div class="pager">
      <span>
        {shown} {of === undefined ? "" : `of ${grouped("en", of)} `}shown
      </span>
      <ButtonLink href={next} icon="right">
        Next page
      </ButtonLink>
    </div>
  );
