import type { KeyView, SealedAnew } from "../../../engine/upstream/shape.ts";
import { SETTINGS } from "../../../ui/nav.ts";
import { isDerivedId } from "../../../core/derived-key.ts";
import { listed } from "../../../core/language.ts";
import { keysView } from "../../../engine/upstream/encrypted-store.ts";
import { backTo, page, type PageContext } from "../../../ui/page.ts";
import { Allowed } from "../../../ui/parts/form.tsx";
import { Fold } from "../../../ui/parts/pieces.tsx";
import { Act } from "../../../ui/parts/act.tsx";
import { language, plural, t } from "../../../ui/words/text.ts";
import { SEALED_A_REQUEST, type SealingPorts } from "../routes.ts";

/** The keys that encrypt secrets, for admins. */
export async function sealingKeys({ ports }: PageContext<SealingPorts>) {
  const keys = keysView(ports.keys.ids, await ports.keys.sealedBy());
  const stale = keys.some(({ seals, given, channels, account }) => given && !seals && (channels > 0 || account));
  return (
    <Allowed scope="admin">
      <Fold title={t("Encryption keys")} class="pad" open={stale || keys.some(({ given }) => !given)}>
        <ul class="rows tight">
          {keys.map((one) => (
            <li class="used came">
              <div>
                <p>
                  <b>{nameOf(one.id)}</b>
                </p>
                <p class="small soft">{useOf(one)}</p>
              </div>
              {one.seals ? <span class="pill good">{t("In use")}</span> : null}
            </li>
          ))}
        </ul>
        {stale ? (
          <div class="pad">
            <Act action={`${SETTINGS}/keys/seal`}>{t("Encrypt everything with {key}", { key: keys[0]!.id ?? "" })}</Act>
          </div>
        ) : null}
      </Fold>
    </Allowed>
  );
}

/** A derived key's ID tells people nothing: where it comes from does. */
const nameOf = (id: string | null): string =>
  id === null ? t("Damaged") : isDerivedId(id) ? t("From the admin token ({id})", { id }) : id;

/** What a key is still there for, in words. */
function useOf({ id, given, removable, channels, account }: KeyView): string {
  if (removable) return t("No longer used. You can remove it.");
  const all = listed(language(), [
    ...(channels === 0 ? [] : [plural(channels, "{n} channel", "{n} channels", { n: String(channels) })]),
    ...(account ? [t("the data service account")] : []),
  ]);
  if (given) return all === "" ? t("Nothing yet") : all;
  return id === null
    ? t("{what}: can't be decrypted. Enter it again.", { what: all })
    : t("Missing. Without it, {what} can't be decrypted.", { what: all });
}

/** Describes the result in a sentence or two. */
function reported({ sealed, left, unopened }: SealedAnew): string {
  const values = { n: String(sealed), left: String(left) };
  const done =
    left === 0 ? t("{n} re-encrypted", values) : t("{n} re-encrypted, {left} left: press the button again", values);
  const { length } = unopened;
  return length === 0 ? done : `${done}. ${t("{n} could not be decrypted", { n: String(length) })}`;
}

export const keyPages = [
  page<SealingPorts>({
    method: "post",
    path: `${SETTINGS}/keys/seal`,
    scope: "admin",
    operation: "sealAnew",
    async handle(context) {
      const text = reported(await context.ports.keys.sealSome(SEALED_A_REQUEST));
      return backTo(SETTINGS, { text }, context);
    },
  }),
];
