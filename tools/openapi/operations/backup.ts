import type { Documented } from "../documented.ts";

export const backupOperations: Record<string, Documented> = {
  downloadBackup: {
    tag: "Backup",
    summary: "Download a backup",
    description:
      "The file that `npm run backup` writes, for `npm run restore`. Settings of channels in it are encrypted, and it does not contain the keys. Everything that is configured is from one moment; events and messages that come while it is read are left out. Answers 409 if there are more than 10,000 targets, or more rows than the plan lets one request read: then use the command. The download is recorded in the audit log.",
    status: 200,
    reply: { description: "The backup, gzipped JSON lines", media: "application/gzip" },
    refusals: [409],
  },
};
