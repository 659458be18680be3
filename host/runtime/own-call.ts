import { Agent, request } from "node:http";

/** An answer with its complete body. */
interface Answered {
  status: number;
  text: string;
}

interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

/** Calls are rare, and the runtime closes idle connections. */
const agent = new Agent({ keepAlive: false });

/**
 * Sends a request to this machine, without loading a client for the internet. Rejects if the connection fails or the
 * signal aborts.
 */
export function ownCall(
  url: string,
  { method = "GET", headers = {}, body, signal }: CallOptions = {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const requested = request(
      url,
      { method, headers, agent, ...(signal === undefined ? {} : { signal }) },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (chunk: string) => (text += chunk));
        answer.on("error", reject);
        answer.on("end", () => resolve({ status: answer.statusCode!, text }));
      },
    );
    requested.on("error", reject);
    requested.end(body);
  });
}
