import type { Child } from "hono/jsx";
import { t } from "../words/text.ts";
import { ButtonLink } from "./form.tsx";

/** The footer of a partial list: how much is shown, and a link to the rest. Nothing below a complete list. */
export const Pager = ({ shown, of, next }: { shown: number; of?: number; next: string | null }) =>
  next === null ? (
    <></>
  ) : (
    <div class="pager">
      <span>
        {of === undefined
          ? t("{n} shown", { n: String(shown) })
          : t("{n} of {all} shown", { n: String(shown), all: of })}
      </span>
      <ButtonLink href={next} icon="right">
        {t("Next page")}
      </ButtonLink>
    </div>
  );

/** Says how much of a list is shown where the rest has a page of its own, or none. Nothing below a complete list. */
export const PartDisplayed = ({ shown, of, children }: { shown: number; of: number; children?: Child }) =>
  shown >= of ? (
    <></>
  ) : (
    <div class="pager">
      <span>{t("{n} of {all} shown", { n: String(shown), all: String(of) })}</span>
      {children}
    </div>
  );
