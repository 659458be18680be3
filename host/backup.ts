// Writes the whole state to one file, even while Tallylight runs. With --remote, that of a deployment.
import { backup } from "./backup/backup.ts";
import { main } from "./backup/run.ts";

main(backup);
