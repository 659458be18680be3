import { Agent, request } from "node:http";

/** What was answered, read to its end. */
interface Answered {
  status: number;
  text: string;
}

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  signal?: AbortSignal;
}

/** Calls are rare, and the runtime hangs up on connections that are idle. */
const agent = new Agent({ keepAlive: false });

/** A request to this machine, for which no client of the world outside is loaded. Rejects where the connection fails, and by the signal. */
export function ownCall(url: string, { method = "GET", headers = {}, body, signal }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers, agent, ...(signal === undefined ? {} : { signal }) }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => (text += chunk));
      answer.on("error", reject);
      answer.on("end", () => resolve({ status: answer.statusCode!, text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}
