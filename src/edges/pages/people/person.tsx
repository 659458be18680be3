import { grantedScopes, type Token } from "../../../resources/tokens/token.ts";
import { Delete } from "../parts/act.tsx";
import { Name } from "../parts/name.tsx";
import { Time } from "../parts/time.tsx";
import { CLIENT, ROLES } from "../words/roles.ts";

export const PEOPLE = "/people";

/** A role limited to lists; a viewer limited to them is a client. */
const roleOf = ({ scopes, watchlistIds }: Token): string => {
  const scope = grantedScopes(scopes).at(-1) ?? "read";
  if (watchlistIds === null) return ROLES[scope].name;
  return scope === "read" ? CLIENT.name : `${ROLES[scope].name} of some lists`;
};

/** Someone who can sign in; `names` are those of watchlists, by ID. */
export const Person = ({ one, names, now }: { one: Token; names: Map<string, string>; now: number }) => (
  <li class="used came">
    <div>
      <p>
        <b>
          <Name of={one.name} />
        </b>{" "}
        <span class="soft">{roleOf(one)}</span>
      </p>
      <p class="small soft">
        {one.email === null ? null : (
          <>
            <Name of={one.email} /> ·{" "}
          </>
        )}
        {one.watchlistIds === null ? null : (
          <>Sees {one.watchlistIds.map((id) => names.get(id) ?? "a deleted list").join(", ")} · </>
        )}
        {one.lastUsedAt === null ? (
          "Not used yet"
        ) : (
          <>
            Last used <Time at={one.lastUsedAt} />
          </>
        )}
        {one.expiresAt === null ? null : (
          <>
            {one.expiresAt <= now ? " · ended " : " · ends "}
            <Time at={one.expiresAt} />
          </>
        )}
      </p>
    </div>
    <Delete summary="Remove…" label="Remove" action={`${PEOPLE}/${one.id}/remove`}>
      Their sign-ins and their token stop working.
    </Delete>
  </li>
);
