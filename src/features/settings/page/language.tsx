import { LANGUAGES, type Language } from "../../../core/language.ts";
import { lazy } from "../../../core/lazy.ts";
import { Problem } from "../../../http/problem.ts";
import { choiceOf } from "../../../ui/forms/controls.ts";
import { chosenLanguage, isLanguage, languageCookie, ownNameOf, translationInto } from "../../../ui/language.ts";
import { SETTINGS } from "../../../ui/nav.ts";
import { backTo, page, type Page, type PageContext } from "../../../ui/page.ts";
import { Button, Field, Form } from "../../../ui/parts/form.tsx";
import { speaking, t } from "../../../ui/words/text.ts";

const CHOSEN = "language";

/** The languages by their own names, which are the same on every page. */
const ownNames = lazy(() => Object.fromEntries(LANGUAGES.map((one) => [one, ownNameOf(one)])));

/** The language of the pages in this browser. */
export const LanguageCard = ({ request }: { request: Request }) => (
  <section class="card pad flow" aria-labelledby="language">
    <h2 id="language">{t("Language")}</h2>
    <Form action={`${SETTINGS}/language`} class="flow">
      <Field
        pointer={CHOSEN}
        id="own-language"
        label={t("Language of these pages")}
        value={chosenLanguage(request) ?? ""}
        {...choiceOf({ "": t("Same as my browser"), ...ownNames() })}
        hint={t("Only in this browser. Messages have their own language, set with each channel.")}
      />
      <p class="line">
        <Button>{t("Save")}</Button>
      </p>
    </Form>
  </section>
);

/** Keeps the language in a cookie, and leads back with a message in that language. */
async function chosen(context: PageContext<"files">): Promise<Response> {
  const typed = context.fields.text(CHOSEN);
  if (typed !== "" && !isLanguage(typed)) throw new Problem(422, t("Choose one of the languages."));
  const wanted: Language | null = typed === "" ? null : typed;
  const translation = await translationInto(wanted, context.request, context.ports);
  const text = speaking(translation, () =>
    wanted === null ? t("The language is that of your browser") : t("Language set to {language}", reported(wanted)),
  );
  const response = await backTo(SETTINGS, { text }, context);
  response.headers.append("set-cookie", languageCookie(wanted));
  return response;
}

const reported = (wanted: Language) => ({ language: ownNames()[wanted] ?? wanted });

export const languagePages: Page[] = [
  page({
    method: "post",
    path: `${SETTINGS}/language`,
    scope: "read",
    operation: "chooseLanguage",
    audited: false,
    needs: ["files"],
    handle: chosen,
  }),
];
