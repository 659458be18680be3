import { backupName } from "./backup-format.ts";
import { backup, type BackupDeps, type BackupPorts } from "./backup.ts";
import { Problem } from "../../http/problem.ts";
import { routesOver } from "../../http/route.ts";

const BACKUP_TYPE = "application/gzip";

/**
 * Answers with a backup to download, as it is read. Throws the 409 Problem if it is too large for one request. If the
 * database fails midway, the download fails: a file that ends early is refused by the restore.
 */
export async function backupAnswer(deps: BackupDeps, now: number): Promise<Response> {
  const created = await backup(now, deps);
  if (!created.ok)
    throw new Problem(
      409,
      `This backup can't be downloaded here, because ${created.error}. Use the command: npm run backup, with --remote for a deployment.`,
    );
  const lines = created.value;
  const encoder = new TextEncoder();
  const text = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(text.pipeThrough(new CompressionStream("gzip") as ReadableWritablePair), {
    headers: {
      "content-type": BACKUP_TYPE,
      "content-disposition": `attachment; filename="${backupName(now)}"`,
      "cache-control": "no-store",
    },
  });
}

const route = routesOver<BackupPorts>();

export const backupRoutes = [
  route({
    method: "get",
    path: "/v1/backup",
    scope: "admin",
    operation: "downloadBackup",
    tells: () => true,
    handle: async ({ ports }) => backupAnswer(ports.backup, ports.keep.wallNow()),
  }),
];
