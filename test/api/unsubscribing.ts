import { HOST } from "../support/jar.ts";
import { FORM_TYPE } from "../support/http-server.ts";
import { servedInbox } from "../support/served-inbox.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";

/** The public address in links. */
export const PUBLIC = "https://tally.example";

/** An email as a recipient gets it. */
export interface Email {
  to: string[];
  text: string;
  html: string;
  headers: Record<string, string>;
}

/** Emails that really arrive at the simulator, and mail programs that open their links. */
export async function mailWorld(variables: Record<string, string> = { PUBLIC_URL: PUBLIC }) {
  const inbox = await servedInbox();
  const api: RunningApi = await runSqliteApi(variables);
  const settings = (more: object = {}) => ({
    service: "json",
    url: `${inbox.url}/inbox/email/json`,
    token: "Qw3rTy8uIoP0aSdF",
    from: "Tallylight <alerts@example.com>",
    to: "maria@example.com, team@example.com",
    ...more,
  });
  /** Sends a form without cookies, as mail programs do. */
  const post = (link: string, body: string | FormData, headers: Record<string, string> = {}, env = api.env) =>
    api.send(
      new Request(link.replace(PUBLIC, HOST), {
        method: "POST",
        body,
        headers: { ...(typeof body === "string" ? { "content-type": FORM_TYPE } : {}), ...headers },
      }),
      env,
    );
  return {
    api,
    settings,
    post,
    async channel(more: object = {}, name = "Team"): Promise<string> {
      const { status, body } = await api.call("POST", "/v1/channels", {
        kind: "email",
        name,
        settings: settings(more),
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id as string;
    },
    /** The test message of a channel, as it arrives. */
    async emailOf(id: string): Promise<Email> {
      const { body } = await api.call("POST", `/v1/channels/${id}/test`);
      if (body.ok !== true) throw new Error(body.detail);
      const all = (await (await fetch(`${inbox.url}/inbox.json`)).json()) as { body: Email }[];
      return all.at(-1)!.body;
    },
    shown: async (id: string) => (await api.call("GET", `/v1/channels/${id}`)).body,
    open: (link: string, headers: Record<string, string> = {}) =>
      api.send(new Request(link.replace(PUBLIC, HOST), { headers: { accept: "text/html", ...headers } })),
    type: (link: string, address: string) => post(link, new URLSearchParams({ address }).toString()),
    click: (link: string) => post(link, "List-Unsubscribe=One-Click"),
    async stop() {
      await api.stop();
      await inbox.close();
    },
  };
}

/** The link in the header of an email, or "". */
export const linkIn = ({ headers }: Email): string => /^<(.*)>$/.exec(headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "";
