import { grouped } from "../../../core/numbers-as-text.ts";
import { ButtonLink } from "./form.tsx";

/** What stands below a part of a list: how much of it is shown, and where it goes on. Nothing below all of it. */
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
