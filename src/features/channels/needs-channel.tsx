import type { Child } from "hono/jsx";
import { ButtonLink } from "../../ui/parts/form.tsx";
import { Note } from "../../ui/parts/pieces.tsx";
import { t } from "../../ui/words/text.ts";

/** Asks for a channel if there is none. */
export const NeedsChannel = ({ children }: { children: Child }) => (
  <Note>
    <p>{children}</p>
    <p class="acts">
      <ButtonLink href="/channels" look="main">
        {t("Add a channel first")}
      </ButtonLink>
    </p>
  </Note>
);
