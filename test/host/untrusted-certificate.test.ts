import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { expect, test } from "vitest";
import { readLog } from "../../host/runtime/runtime-log.ts";

test("the log says in plain words that a certificate is not trusted", async () => {
  const lines: string[][] = [];
  const stream = new PassThrough();
  readLog(stream, (level, message) => lines.push([level, message]));
  stream.end("e = rust/worker/ffi.rs:110: failed: TLS handshake failed: invalid peer certificate: UnknownIssuer\n");
  await finished(stream);
  await expect
    .poll(() => lines)
    .toEqual([["error", "The certificate of a server is not trusted: UnknownIssuer. See docs/troubleshooting.md."]]);
});
