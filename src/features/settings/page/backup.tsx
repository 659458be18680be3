import { backupAnswer } from "../../backup/backup-answer.ts";
import { enterAll } from "../../../http/merged-audit.ts";
import { pageAt, type Page } from "../../../ui/page.ts";
import { Allowed, ButtonLink } from "../../../ui/parts/form.tsx";
import { addressOf } from "../../../ui/session.ts";
import { t } from "../../../ui/words/text.ts";
import { T } from "../../../ui/words/translated.tsx";

const FILE = "/settings/backup";

/** Offers the backup, for admins. */
export const BackupCard = () => (
  <Allowed scope="admin">
    <section class="card pad flow" aria-labelledby="backup">
      <h2 id="backup">{t("Backup")}</h2>
      <p class="soft">
        <T
          of="Everything that is stored, as one file. The settings of channels in it stay encrypted and need your encryption keys, which are not in it. Restore it with {command}."
          command={<span class="mono">npm run restore</span>}
        />
      </p>
      <p class="line">
        <ButtonLink href={FILE} icon="file">
          {t("Download backup")}
        </ButtonLink>
      </p>
    </section>
  </Allowed>
);

export const backupPages: Page[] = [
  pageAt(
    FILE,
    ["backup", "audit"],
    async ({ ports, session: { actor }, request, now }) => {
      const answer = await backupAnswer(ports.backup, now);
      const { tokenId, name: tokenName } = actor;
      const at = ports.audit.wallNow();
      const what = { operation: "downloadBackup", subject: null, request: null, status: 200 };
      await enterAll(ports.audit, [{ at, tokenId, tokenName, ...what, address: addressOf(request) }]);
      return answer;
    },
    "admin",
  ),
];
