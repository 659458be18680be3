import { backupAnswer } from "./backup-answer.ts";
import { route, type Route } from "../../http/route.ts";

export const backupRoutes: Route[] = [
  route({
    method: "get",
    path: "/v1/backup",
    scope: "admin",
    operation: "downloadBackup",
    tells: () => true,
    handle: async ({ ports }) => backupAnswer(ports.backup, ports.keep.wallNow()),
  }),
];
