import { bodyOf, slowDown, type Limits } from "../limits.ts";

const answer = (status: number, code: number, error: string) => ({
  status,
  body: JSON.stringify({ code, http: status, error }),
});

const isHttp = (url: unknown): boolean => url === undefined || (typeof url === "string" && /^https?:\/\//.test(url));

export const limits: Limits = {
  problems(request) {
    const { topic, title, message, priority = 3, tags = [], click, attach, ...others } = bodyOf(request);
    const checks: [string, boolean][] = [
      ["root of the server", new URL(request.url).pathname === "/" || request.url.includes("127.0.0.1")],
      ["topic", /^[\w-]{1,64}$/.test(String(topic))],
      ["title", title === undefined || (typeof title === "string" && /^.{1,500}$/.test(title))],
      ["4096 bytes", typeof message === "string" && message !== "" && new TextEncoder().encode(message).length <= 4096],
      ["priority", [1, 2, 3, 4, 5].includes(Number(priority))],
      ["tags", Array.isArray(tags) && tags.length <= 5],
      ["addresses", isHttp(click) && isHttp(attach)],
      ["authorization", /^Bearer tk_\w+$/.test(request.headers["authorization"] ?? "Bearer tk_none")],
      ["unknown members", Object.keys(others).length === 0],
    ];
    return checks.flatMap(([what, fine]) => (fine ? [] : [what]));
  },
  carries: { full: 1300, plain: 1300 },
  calls: [],
  refuses: answer(413, 41301, "request entity too large"),
  forbids: answer(403, 40301, "forbidden"),
  refusals: [
    { ...answer(413, 41301, "request entity too large"), name: "41301", means: "content" },
    { name: "413 without JSON", status: 413, body: "", means: "content" },
    { ...answer(400, 40017, "invalid request: request body must be message JSON"), name: "40017", means: "content" },
    { ...answer(400, 40009, "invalid request: topic invalid"), name: "40009", means: "state" },
    { ...answer(400, 40999, "something that nobody knows"), name: "an unknown code", means: "state" },
    { name: "400 without a code", status: 400, body: "Bad Request", means: "state" },
    { ...answer(401, 40101, "unauthorized"), name: "40101", means: "state" },
    { ...answer(403, 40301, "forbidden"), name: "40301", means: "state" },
    { ...answer(404, 40401, "page not found"), name: "40401", means: "state" },
    slowDown('{"code":42901,"http":429,"error":"limit reached: too many requests"}'),
  ],
  uninvited: () => [],
};
