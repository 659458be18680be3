// Restores a backup without sending anything again. With --remote, into a deployment.
import { restore } from "./backup/restore.ts";
import { main } from "./backup/run.ts";

main(restore);
