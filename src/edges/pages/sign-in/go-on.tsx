import * as z from "zod";
import { lazy } from "../../../core/lazy.ts";
import { ownPath, type Visit } from "../page.ts";
import { Button, Form } from "../parts/form.tsx";
import type { Session } from "../session.ts";
import { showAlone } from "../show.tsx";
import { STORED_FIELDS, STORED_PATH, type Stored } from "./door.tsx";

const storedFields = lazy(() => z.array(z.tuple([z.string(), z.string()])).max(1000));

/** What was typed while nobody was signed in any more; null for nothing. */
export function storedIn({ fields, url }: Visit<never, Session | null>): Stored | null {
  try {
    const typed = storedFields().parse(JSON.parse(fields.text(STORED_FIELDS)));
    return { path: ownPath(fields.text(STORED_PATH), url), fields: typed };
  } catch {
    return null;
  }
}

/** Who is signed in again sends what they typed with one more click: nothing is sent that they do not know of. */
export function goOnPage(context: Visit, { path, fields }: Stored, cookie: string): Response {
  const page = showAlone(
    context,
    "Signed in again",
    <>
      <div class="top">
        <h1>You are signed in again</h1>
        <p class="soft">What you typed is still here.</p>
      </div>
      <Form action={path} class="card">
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <Button look="main">Continue</Button>
      </Form>
    </>,
  );
  page.headers.append("set-cookie", cookie);
  return page;
}
