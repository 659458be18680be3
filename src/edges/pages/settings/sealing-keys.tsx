import { SETTINGS } from "../nav.ts";
import { isDerivedId } from "../../../core/derived-key.ts";
import { keysView, type KeyView, type SealedAnew } from "../../../flows/queries/keys.ts";
import { SEALED_A_REQUEST } from "../../http/routes/keys.ts";
import { backTo } from "../back-to.ts";
import { page, type Page, type PageContext } from "../page.ts";
import { Allowed } from "../parts/form.tsx";
import { Act } from "../parts/act.tsx";

/** The keys that encrypt secrets, for admins. */
export async function sealingKeys({ ports }: PageContext<"keys">) {
  const keys = keysView(ports.keys.ids, await ports.keys.sealedBy());
  const stale = keys.some(({ seals, given, channels, account }) => given && !seals && (channels > 0 || account));
  return (
    <Allowed scope="admin">
      <section class="card" aria-labelledby="locks">
        <div class="cap">
          <h2 id="locks">Encryption keys</h2>
        </div>
        <ul class="rows tight">
          {keys.map((one) => (
            <li class="used came">
              <div>
                <p>
                  <b>{nameOf(one.id)}</b>
                </p>
                <p class="small soft">{useOf(one)}</p>
              </div>
              {one.seals ? <span class="pill good">In use</span> : null}
            </li>
          ))}
        </ul>
        {stale ? (
          <div class="pad">
            <Act action={`${SETTINGS}/keys/seal`}>Encrypt everything with {keys[0]!.id}</Act>
          </div>
        ) : null}
      </section>
    </Allowed>
  );
}

/** A derived key's ID tells people nothing: where it comes from does. */
const nameOf = (id: string | null): string =>
  id === null ? "Damaged" : isDerivedId(id) ? `From the admin token (${id})` : id;

/** What a key is still there for, in words. */
function useOf({ id, given, removable, channels, account }: KeyView): string {
  if (removable) return "No longer used. You can remove it.";
  const all = [
    ...(channels === 0 ? [] : [channels === 1 ? "1 channel" : `${channels} channels`]),
    ...(account ? ["the data service account"] : []),
  ].join(" and ");
  if (given) return all === "" ? "Nothing yet" : all;
  return id === null
    ? `${all}: can't be decrypted. Enter it again.`
    : `Missing. Without it, ${all} can't be decrypted.`;
}

/** Describes the result in a sentence or two. */
function said({ sealed, left, unopened }: SealedAnew): string {
  const done = `${sealed} re-encrypted`;
  const next = left === 0 ? "" : `, ${left} left: press the button again`;
  return unopened.length === 0 ? done + next : `${done}${next}. ${unopened.length} could not be decrypted`;
}

export const keyPages: Page[] = [
  page({
    method: "post",
    path: `${SETTINGS}/keys/seal`,
    scope: "admin",
    operation: "sealAnew",
    needs: ["keys"],
    async handle(context) {
      const text = said(await context.ports.keys.sealSome(SEALED_A_REQUEST));
      return backTo(SETTINGS, { text }, context);
    },
  }),
];
