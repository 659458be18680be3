import { cut } from "../../../core/text.ts";
import type { CreatorFilter, Creators } from "../../../flows/queries/creators.ts";
import { Listing } from "./why-words.tsx";
import { Allowed, ButtonLink } from "../parts/form.tsx";
import { Name } from "../parts/name.tsx";
import { CREATORS } from "../words/creator-address.ts";
import { Act } from "../parts/act.tsx";

/** The filters for creators, with their labels. */
export const SHOWN_WORDS: Record<CreatorFilter["show"], string> = {
  all: "All",
  "on-air": "Live",
  trouble: "Can't be checked",
  paused: "Paused",
};

const NOBODY: Record<CreatorFilter["show"], string> = {
  all: "This list is empty",
  "on-air": "No one is live",
  trouble: "Everyone can be checked",
  paused: "No one is paused",
};

interface Searched {
  filter: CreatorFilter;
  found: Pick<Creators, "near" | "isCut">;
}

/** Shown if no creator matches: the search, and what to do next. */
export const Nobody = ({ filter, found: { near, isCut } }: Searched) => (
  <section class="card pad flow">
    {filter.search === "" ? (
      <h2>{NOBODY[filter.show]}</h2>
    ) : (
      <>
        <h2>
          No results {filter.show === "all" ? "" : `under “${SHOWN_WORDS[filter.show]}” `}for “
          <bdi>{filter.search}</bdi>”{isCut ? " so far" : ""}
        </h2>
        {isCut ? <p>Too many names match to check them all. Type more of the name.</p> : null}
        {near.length === 0 ? null : (
          <p>
            Similar names:{" "}
            <Listing
              names={near.map(({ id, name }) => (
                <a href={`${CREATORS}/${id}`}>
                  <Name of={name} />
                </a>
              ))}
            />
            .
          </p>
        )}
      </>
    )}
    <div class="line">
      {filter.search === "" || /\s/.test(filter.search) ? null : (
        <Allowed scope="write">
          <Act
            action={`${CREATORS}/add`}
            fields={{ creators: filter.search }}
            look="main"
            icon="plus"
            busy="Looking up…"
          >
            Look up <bdi>{cut(filter.search, 40)}</bdi> and add
          </Act>
        </Allowed>
      )}
      <ButtonLink href={CREATORS}>Show all</ButtonLink>
    </div>
  </section>
);
