import type { PageContext } from "../../ui/page.ts";
import { Button, Field, Form } from "../../ui/parts/form.tsx";
import type { Session } from "../../ui/session.ts";
import { showAlone } from "../../ui/show.tsx";
import { Top } from "../../ui/parts/top.tsx";
import { marked, t } from "../../ui/words/text.ts";

/** The field of mail programs that unsubscribe with one click (RFC 8058), and of our own button for one recipient. */
export const ONE_CLICK = { name: "List-Unsubscribe", value: "One-Click" } as const;

/** The field in which somebody types their address. */
export const ADDRESS = "address";

type Alone = PageContext<unknown, Session | null>;

interface Asking {
  /** True if the link was made for one recipient, who only needs to confirm. */
  named: boolean;
  /** What was typed, if it is no address. */
  typed?: string;
}

const NO_ADDRESS = { pointer: ADDRESS, message: marked("Enter an email address like name@example.com.") };

/** Asks for the address, or only for a click. */
export const askingPage = (context: Alone, { named, typed }: Asking, status = 200): Response =>
  showAlone(
    context,
    t("Unsubscribe"),
    <>
      <Top
        title={t("Unsubscribe from these emails")}
        text={
          named
            ? t("Press the button to stop getting these emails.")
            : t("Enter the address at which you get them, to stop getting these emails.")
        }
        lamp={false}
      />
      <Form action={context.url.pathname} class="card">
        {named ? (
          <input type="hidden" name={ONE_CLICK.name} value={ONE_CLICK.value} />
        ) : (
          <Field
            pointer={ADDRESS}
            label={t("Your email address")}
            value={typed ?? ""}
            hint=""
            errors={typed === undefined ? [] : [NO_ADDRESS]}
          />
        )}
        <Button look="main">{t("Unsubscribe")}</Button>
      </Form>
    </>,
    status,
  );

/** The answer to every address. */
export const donePage = (context: Alone): Response =>
  showAlone(
    context,
    t("Unsubscribed"),
    <Top
      title={t("This address gets no more of these emails")}
      text={t("If it was on the list, it has been removed. An email that is already on its way may still arrive.")}
      lamp={false}
    />,
  );

/** The answer to a link that was not signed here. */
export const unknownPage = (context: Alone): Response =>
  showAlone(
    context,
    t("Unsubscribe"),
    <Top
      title={t("This link doesn't work")}
      text={t("Open it from the latest email, or ask the sender to remove your address.")}
      lamp={false}
    />,
    404,
  );
