import { fakeReceiver, type FakeReceiver } from "../support/fake-upstream.ts";
import { serve } from "../support/http-server.ts";
import { HOSTILE_NAMES } from "../support/watched-now.ts";
import { runSqliteApi, type RunningApi } from "./running-api.ts";
import { context, type Visitor } from "./visitor.ts";

export const PASSWORD = "a-secret-that-is-never-shown";

/** Who is live, by an id in the path, for those alone who know the password. */
const IDS: Record<string, { nick: string; live: boolean }> = {
  "7012": { nick: "Maria", live: true },
  "7018": { nick: "Lena <b>Winter</b>", live: false },
};

/** The account's own name is within a key, and the password is a value. */
const STATE = "tally_state";
const HOSTILE = { ["__proto__"]: PASSWORD, "a/b~c": HOSTILE_NAMES, ["k".repeat(4000)]: "‮" };

const LIVE = { id: 77, [STATE]: "broadcasting", words: "Late night", people: 12 };
const OFF = { id: 0, [STATE]: "asleep", words: "", people: 0 };

/** What the service answers in the place of the truth. */
interface Instead {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/** Pages where no service is connected yet, a service in a shape of its own, and a receiver of messages. */
export interface Connecting {
  api: RunningApi;
  me: Visitor;
  receiver: FakeReceiver;
  /** Where the service is. */
  url: string;
  /** Makes the service answer this; null: the truth. */
  answer(instead: Instead | null): void;
  /** The ids that the service was asked about since the last time this was asked. */
  asked(): string[];
  /** The number of calls that the service got. */
  calls(): number;
  /** The form of the first step, filled in right but for `more`. */
  form(more?: Record<string, string>): [string, string][];
  stop(): Promise<unknown>;
}

export async function connecting(
  variables: Record<string, string> = { UPSTREAM_POLLS_PER_MINUTE: "10000" },
): Promise<Connecting> {
  let instead: Instead | null = null;
  let calls = 0;
  const requested: string[] = [];
  const [api, receiver, service] = await Promise.all([
    runSqliteApi({ LIMITS: "local", ...variables }),
    fakeReceiver(),
    serve((request, _body, response) => {
      calls += 1;
      const url = new URL(request.url!, "http://x");
      const who = url.pathname === "/v3/pulse" ? url.searchParams.get("who") : null;
      if (url.pathname.startsWith("/api/")) requested.push(url.searchParams.get("user_id") ?? "");
      const id = /^\/v3\/(\d+)\/pulse$/.exec(url.pathname)?.[1] ?? who ?? "";
      const found = { maria: "7012", lena: "7018" }[url.searchParams.get("at") ?? ""];
      const right = request.headers.authorization === `Basic ${btoa(`tally:${PASSWORD}`)}`;
      const one = IDS[id];
      const status = !right ? 401 : one === undefined && found === undefined ? 404 : 200;
      const truth = { ...HOSTILE, who: { uid: id, nick: one?.nick }, stream: one?.live ? LIVE : OFF };
      const body = found === undefined ? truth : { result: { uid: found } };
      response.writeHead(instead?.status ?? status, { "content-type": "application/json", ...instead?.headers });
      response.end(instead?.body ?? JSON.stringify(status === 200 ? body : {}));
    }),
  ]);
  for (const name of ["UPSTREAM_BASE_URL", "UPSTREAM_USERNAME", "UPSTREAM_PASSWORD"]) delete api.env[name];
  return {
    api,
    me: await context(api),
    receiver,
    url: service.url,
    answer: (reported) => void (instead = reported),
    calls: () => calls,
    asked: () => requested.splice(0),
    form: (more = {}) =>
      Object.entries({
        "/account/baseUrl": `${service.url}/v3/7012/pulse`,
        "/account/username": "tally",
        "/account/password": PASSWORD,
        live: "7012",
        off: "7018",
        ...more,
      }),
    stop: () => Promise.all([api.stop(), service.close(), receiver.close()]),
  };
}

/** The fields of a page's form as a browser would send them back. */
export const fieldsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input\b[^>]*\bname="([^"]+)"[^>]*>/g)]
      .filter(([tag, name]) => (!tag.includes('type="radio"') || / checked/.test(tag)) && name !== "formKey")
      .map(([tag, name]) => [
        name!,
        (/ value="([^"]*)"/.exec(tag)?.[1] ?? "").replaceAll("&amp;", "&").replaceAll("&quot;", '"'),
      ]),
  );
