import { readFileSync } from "node:fs";
import tls from "node:tls";

/** The certificates of NODE_EXTRA_CA_CERTS. Node.js provides them from 22.15 on. */
function extraCertificates(): string[] {
  if (tls.getCACertificates !== undefined) return tls.getCACertificates("extra");
  const file = process.env["NODE_EXTRA_CA_CERTS"];
  return file ? (readFileSync(file, "utf8").match(/-----BEGIN CERT[^]+?-----END CERT[^\n]+/g) ?? []) : [];
}

/** The network as the runtime's `fetch` uses it: all addresses, and the certificates of this machine. */
export const OUTSIDE = {
  network: {
    allow: ["public", "private", "240.0.0.0/4"],
    tlsOptions: {
      trustBrowserCas: true,
      trustedCertificates: [...(process.platform === "win32" ? tls.rootCertificates : []), ...extraCertificates()],
    },
  },
};
