// What the first request of an isolate takes of the Worker's own code. Arguments: the Worker's bundle, the database's file, a path
// and a cookie.
import { HOST } from "../../test/support/jar.ts";
import { TOKEN } from "../../test/support/setting.ts";
import { env, loadPlatform, ofDatabase, since, used, worker } from "./in-process.ts";

const [, , path, cookie] = process.argv.slice(2);

async function requested(): Promise<{ status: number; ms: number }> {
  const headers = cookie === "" ? { authorization: `Bearer ${TOKEN}` } : { cookie: cookie!, accept: "text/html" };
  const request = new Request(HOST + path!, { headers });
  const before = used();
  ofDatabase();
  const answer = await worker.fetch(request as never, env, {} as never);
  await answer.arrayBuffer();
  return { status: answer.status, ms: since(ofDatabase(), since(before)).thread };
}

await loadPlatform();
const first = await requested();
const next = await requested();
for (let n = 0; n < 20; n++) await requested();
process.stdout.write(JSON.stringify({ first, next, warm: await requested() }));
