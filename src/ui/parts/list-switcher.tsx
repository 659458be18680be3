import { Icon, ListMark } from "./icon.tsx";
import { Name } from "./name.tsx";
import { t } from "../words/text.ts";

/** From this number of lists on, the switcher leads to where they are found by name. */
const MAX_SWITCHED = 40;

interface ListSwitcherProps {
  lists: { id: string; name: string }[];
  /** The list that the page is about; null for all creators. */
  chosen: string | null;
  /** The same page about another list; null for all creators. */
  hrefOf: (list: { id: string; name: string } | null) => string;
  /** False for a reader who sees no more than these lists. */
  all?: boolean;
}

/** Above a headline: what it is about, and the same page about another list. Nothing while there is one list only. */
export const ListSwitcher = ({ lists, chosen, hrefOf, all = true }: ListSwitcherProps) => {
  const own = lists.find(({ id }) => id === chosen);
  if (lists.length < 2) return <></>;
  const here = (id: string | null) => (id === (own?.id ?? null) ? { "aria-current": "true" as const } : {});
  return (
    <details class="lsw">
      <summary>
        {own === undefined ? <Icon name="people" small /> : <ListMark name={own.name} of={own.id} small />}
        <span class="cut">{own === undefined ? t("All creators") : <Name of={own.name} />}</span>
        <span class="sr">{t("Choose a list")}</span>
        <Icon name="both" small />
      </summary>
      <nav class="lswp" aria-label={t("Choose a list")}>
        <ul>
          {all ? (
            <li>
              <a href={hrefOf(null)} {...here(null)}>
                <Icon name="people" small />
                {t("All creators")}
              </a>
            </li>
          ) : null}
          {lists.slice(0, MAX_SWITCHED).map((one) => (
            <li>
              <a href={hrefOf(one)} {...here(one.id)}>
                <ListMark name={one.name} of={one.id} small />
                <span class="cut">
                  <Name of={one.name} />
                </span>
              </a>
            </li>
          ))}
        </ul>
        {all ? (
          <p class="ends">
            <a href="/lists">{t("All lists")}</a>
          </p>
        ) : null}
      </nav>
    </details>
  );
};
