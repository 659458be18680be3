import { plural, t } from "../../../ui/words/text.ts";

/** Says how many of the demo's creators are not checked, because another service is asked. */
export const Resting = ({ count }: { count: number }) => (
  <>
    {plural(count, "The demo's {n} creator isn't checked here.", "The demo's {n} creators aren't checked here.")}{" "}
    <a href="/first-steps/demo">{t("Remove the demo")}</a>
  </>
);
