import { t } from "../../ui/words/text.ts";
import { Act } from "../../ui/parts/act.tsx";
import { Allowed, ButtonLink } from "../../ui/parts/form.tsx";

/** What a fresh start offers while the demo is there: look around, or connect your own service. */
export const DemoStart = () => (
  <div class="flow">
    <h2>{t("This is a demo")}</h2>
    <p class="soft">
      {t(
        "Everything here is simulated, with 30 days of history. Connect your data service to watch real creators: it takes two minutes, and one click removes the demo.",
      )}
    </p>
    <div class="line">
      <Allowed scope="admin">
        <ButtonLink href="/first-steps/service" look="main" icon="star">
          {t("Connect your service")}
        </ButtonLink>
      </Allowed>
      <Allowed scope="write">
        <Act action="/first-steps/demo/look">{t("Look around")}</Act>
      </Allowed>
    </div>
  </div>
);
