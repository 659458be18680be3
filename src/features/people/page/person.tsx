import { grantedScopes, type Token } from "../resource/token.ts";
import { Delete } from "../../../ui/parts/act.tsx";
import { Name } from "../../../ui/parts/name.tsx";
import { Time } from "../../../ui/parts/time.tsx";
import { CLIENT, ROLES } from "../roles.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

export const PEOPLE = "/people";

/** A role limited to lists; a viewer limited to them is a client. */
const roleOf = ({ scopes, watchlistIds }: Token): string => {
  const scope = grantedScopes(scopes).at(-1) ?? "read";
  if (watchlistIds === null) return t(ROLES[scope].name);
  return scope === "read" ? t(CLIENT.name) : t("{role} of some lists", { role: t(ROLES[scope].name) });
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
          <>
            {t("Sees {lists}", {
              lists: one.watchlistIds.map((id) => names.get(id) ?? t("a deleted list")).join(", "),
            })}
            {" · "}
          </>
        )}
        {one.lastUsedAt === null ? t("Not used yet") : <T of="Last used {time}" time={<Time at={one.lastUsedAt} />} />}
        {one.expiresAt === null ? null : (
          <>
            {" · "}
            <T of={one.expiresAt <= now ? "ended {time}" : "ends {time}"} time={<Time at={one.expiresAt} />} />
          </>
        )}
      </p>
    </div>
    <Delete summary={t("Remove…")} label={t("Remove")} action={`${PEOPLE}/${one.id}/remove`}>
      {t("Their sign-ins and their token stop working.")}
    </Delete>
  </li>
);
