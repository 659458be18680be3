import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { ownPath, type PageContext } from "../../../ui/page.ts";
import { Button, Form } from "../../../ui/parts/form.tsx";
import type { Session } from "../../../ui/session.ts";
import { showAlone } from "../../../ui/show.tsx";
import { t } from "../../../ui/words/text.ts";
import { Top } from "../../../ui/parts/top.tsx";
import { TYPED_FIELDS, TYPED_PATH, type Typed } from "./sign-in-page.tsx";

const typedFields = lazy(() => z.array(z.tuple([z.string(), z.string()])).max(1000));

/** Returns the form that was sent after the session had ended; null without one. */
export function typedIn({ fields, url }: PageContext<unknown, Session | null>): Typed | null {
  try {
    const typed = typedFields().parse(JSON.parse(fields.text(TYPED_FIELDS)));
    return { path: ownPath(fields.text(TYPED_PATH), url), fields: typed };
  } catch {
    return null;
  }
}

/** Asks for one more click before it sends the restored form, so that nothing is sent unnoticed. */
export function goOnPage(context: PageContext, { path, fields }: Typed, cookie: string): Response {
  const page = showAlone(
    context,
    t("Signed in again"),
    <>
      <Top title={t("You are signed in again")} text={t("What you typed is still here.")} lamp={false} />
      <Form action={path} class="card">
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Button look="main">{t("Continue")}</Button>
      </Form>
    </>,
  );
  page.headers.append("set-cookie", cookie);
  return page;
}
