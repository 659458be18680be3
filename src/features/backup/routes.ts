import type { BackupPorts } from "./backup.ts";
import { backupAnswer } from "./backup-answer.ts";
import { routesOver } from "../../http/route.ts";

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
