import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { run } from "./root.ts";

/** A certificate authority that no system knows, and a service on this machine with a certificate of it. */
export interface PrivateService {
  /** The variables that connect Tallylight to it. */
  env: Record<string, string>;
  /** The file of the authority's certificate. */
  authority: string;
  /** Number of requests that it answered. */
  answered(): number;
  close(): void;
}

/** The name in its certificate. */
const NAME = "service.internal";

const DAYS = ["-days", "2"];
const NEW_KEY = ["-newkey", "rsa:2048", "-nodes"];

const OPERATIONS = {
  "live.check": {
    method: "GET",
    path: "/live",
    query: { user_id: "{userId}" },
    verdict: "/alive",
    on: [true],
    off: [false],
  },
};

/**
 * Makes an authority with openssl in a folder, and starts a service that says of everybody that they are live. The root
 * finds it by its name.
 */
export async function privateService(folder: string, root: string): Promise<PrivateService> {
  const at = (name: string): string => join(folder, name);
  const [authority, key] = [at("authority.crt"), at("authority.key")];
  const ofAuthority = ["-x509", ...NEW_KEY, "-keyout", key, "-out", authority, "-subj", "/CN=Private authority"];
  run("openssl", ["req", ...ofAuthority, ...DAYS, "-addext", "keyUsage=critical,keyCertSign"]);
  const request = ["-keyout", at("service.key"), "-out", at("service.csr"), "-subj", `/CN=${NAME}`];
  run("openssl", ["req", ...NEW_KEY, ...request]);
  writeFileSync(at("names"), `subjectAltName=DNS:${NAME}`);
  const signed = ["-CA", authority, "-CAkey", key, "-CAcreateserial", "-extfile", at("names")];
  run("openssl", ["x509", "-req", "-in", at("service.csr"), "-out", at("service.crt"), ...signed, ...DAYS]);
  writeFileSync(join(root, "etc/hosts"), `127.0.0.1 localhost ${NAME}\n`);
  let count = 0;
  const tls = { key: readFileSync(at("service.key")), cert: readFileSync(at("service.crt")) };
  const server = createServer(tls, (_, answer) => {
    count += 1;
    answer.setHeader("content-type", "application/json").end('{"alive":true}');
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    env: {
      UPSTREAM_BASE_URL: `https://${NAME}:${(server.address() as AddressInfo).port}`,
      UPSTREAM_USERNAME: "someone",
      UPSTREAM_PASSWORD: "secret",
      UPSTREAM_OPERATIONS: JSON.stringify(OPERATIONS),
    },
    authority,
    answered: () => count,
    close: () => void server.close(),
  };
}

/** Installs an authority in a root, as docs/how-to/docker.md says. */
export function install(root: string, authority: string): void {
  cpSync(authority, join(root, "usr/local/share/ca-certificates/private.crt"));
  run("chroot", [root, "update-ca-certificates"]);
}
