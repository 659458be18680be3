// Writes the Worker of this checkout, as it is deployed: node test/upgrade/make-worker-fixture.ts FILE
import { writeFile } from "node:fs/promises";
import { brotliCompressSync, constants } from "node:zlib";
import { bundle } from "../../scripts/host/bundle.ts";

const modules = (await bundle("src/worker.ts", { small: true })).filter(({ path }) => path.endsWith(".js"));
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
await writeFile(process.argv[2]!, brotliCompressSync(JSON.stringify(modules), { params }));
process.exit();
