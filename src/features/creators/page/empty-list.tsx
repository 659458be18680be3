import { cut } from "../../../core/text.ts";
import { type CreatorFilter, type Creators, CREATORS } from "../creators.ts";
import { Listing } from "./why-words.tsx";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { marked, t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

/** The filters for creators, with their labels. */
export const DISPLAYED_WORDS: Record<CreatorFilter["show"], string> = {
  all: marked("All"),
  "on-air": marked("Live"),
  trouble: marked("Can't be checked"),
  paused: marked("Paused"),
};

const NOBODY: Record<CreatorFilter["show"], string> = {
  all: marked("This list is empty"),
  "on-air": marked("No one is live"),
  trouble: marked("Everyone can be checked"),
  paused: marked("No one is paused"),
};

interface Searched {
  filter: CreatorFilter;
  found: Pick<Creators, "near" | "isCut">;
}

/** Looks up a name that is not watched yet, and adds the creator. */
export const LookUp = ({ what }: { what: string }) =>
  what === "" || /\s/.test(what) ? (
    <></>
  ) : (
    <Allowed scope="write">
      <Act action={`${CREATORS}/add`} fields={{ creators: what }} look="main" icon="plus" busy={t("Looking up…")}>
        <T of="Look up {name} and add" name={<bdi>{cut(what, 40)}</bdi>} />
      </Act>
    </Allowed>
  );

/** Creators whose names are much like what was searched. */
export const SimilarNames = ({ near }: Pick<Creators, "near">) =>
  near.length === 0 ? (
    <></>
  ) : (
    <p>
      <T
        of="Similar names: {names}."
        names={
          <Listing
            names={near.map(({ id, name }) => (
              <a href={`${CREATORS}/${id}`}>
                <Name of={name} />
              </a>
            ))}
          />
        }
      />
    </p>
  );

/** Shown if no creator matches: the search, and what to do next. */
export const Nobody = ({ filter, found: { near, isCut } }: Searched) => (
  <section class="card pad flow">
    {filter.search === "" ? (
      <h2>{t(NOBODY[filter.show])}</h2>
    ) : (
      <>
        <h2>
          <T
            of={
              filter.show === "all"
                ? isCut
                  ? "No results for “{search}” so far"
                  : "No results for “{search}”"
                : isCut
                  ? "No results under “{shown}” for “{search}” so far"
                  : "No results under “{shown}” for “{search}”"
            }
            search={<bdi>{filter.search}</bdi>}
            shown={t(DISPLAYED_WORDS[filter.show])}
          />
        </h2>
        {isCut ? <p>{t("Too many names match to check them all. Type more of the name.")}</p> : null}
        <SimilarNames near={near} />
      </>
    )}
    <div class="line">
      <LookUp what={filter.search} />
      <ButtonLink href={CREATORS}>{t("Show all")}</ButtonLink>
    </div>
  </section>
);
