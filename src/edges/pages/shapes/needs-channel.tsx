import type { Child } from "hono/jsx";
import { ButtonLink } from "../parts/form.tsx";
import { Note } from "../parts/pieces.tsx";
import { t } from "../words/text.ts";

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
