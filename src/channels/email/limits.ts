import { mailRefusal, mailServices, MAX_BYTES, type Received } from "../dialects/mail/sim/rules.ts";
import { bodyOf, slowDown, stringsIn, type Limits } from "../limits.ts";

const TAG = /<(\/?)([a-z0-9!]+)((?:\s+[a-z]+="[^"<>]*")*)\s*>/gi;

const TAGS = "!doctype html head meta body div h1 h2 p br a strong img table tr td".split(" ");
const ATTRIBUTES = ["lang", "charset", "name", "content", "style", "dir", "href", "src", "alt"];

/** What a text would be in an email beyond text: tags, attributes and links that are not ours. */
export function markupProblems(html: string): string[] {
  const tags = [...html.replace("<!doctype html>", "").matchAll(TAG)];
  const unknown = tags.flatMap(([, , name, attributes = ""]) => [
    ...(TAGS.includes(name!.toLowerCase()) ? [] : [`tag ${name}`]),
    ...[...attributes.matchAll(/([a-z]+)="([^"]*)"/g)].flatMap(([, attribute, value]) => {
      if (!ATTRIBUTES.includes(attribute!)) return [`attribute ${attribute}`];
      const isAddress = attribute === "href" || attribute === "src";
      return isAddress && !/^(https?:\/\/[!-~]+|mailto:[!-~]+)$/.test(value!) ? [`address ${value}`] : [];
    }),
  ]);
  const opened = tags.filter(([, closes, name]) => closes === "" && !/^(meta|br|img)$/.test(name!)).length;
  const closed = tags.filter(([, closes]) => closes === "/").length;
  const text = html.replace("<!doctype html>", "").replace(TAG, "");
  return [...unknown, ...(opened === closed ? [] : ["open tags"]), ...(/[<>]/.test(text) ? ["a stray sign"] : [])];
}

/** What mail programs would make links of, without our own links: addresses, hosts, addresses of people. */
const LINKS = /https?:\/\/[^\s<]|\bwww\.\w|\w\.[a-z]{2,}\/|\w@\w/gi;

const textOfHtml = (html: string): string => html.replace(TAG, "\n");

const reported = (status: number, body: object) => ({ status, body: JSON.stringify(body) });

export const limits: Limits = {
  problems(request) {
    const body = bodyOf(request);
    const service = mailServices["resend"]!;
    const reason = mailRefusal(service, body);
    const { subject, html }: Received = service.read(body);
    const bytes = (text: string): number => new TextEncoder().encode(text).length;
    const checks: [string, boolean][] = [
      ["POST", request.method === "POST"],
      ["address", request.url === "https://api.resend.com/emails"],
      ["key", service.knows((name) => request.headers[name])],
      ["header", Object.values(request.headers).every((value) => /^[\x20-\x7e]{1,256}$/.test(value))],
      [reason ?? "", reason === undefined],
      ["10 MB", bytes(request.body) <= MAX_BYTES],
      ["HTML of 102 KB, beyond which Gmail hides the rest", html.length <= 102_400],
      [
        "invisible characters in the subject",
        !/(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Zl}\p{Zp}]/u.test(subject),
      ],
    ];
    return [...checks.flatMap(([what, fine]) => (fine ? [] : [what])), ...markupProblems(html)];
  },
  carries: { full: 14_000, plain: 14_000 },
  calls: [],
  refuses: reported(422, { name: "missing_required_field", message: "Missing `subject` field." }),
  refusals: [
    { ...reported(422, { name: "invalid_attachment", message: "x" }), name: "Resend's attachment", means: "content" },
    { ...reported(422, { name: "x", message: "Missing `html` field." }), name: "Resend's content", means: "content" },
    { ...reported(422, { name: "x", message: "Missing `to` field." }), name: "Resend's recipient", means: "state" },
    {
      ...reported(422, { name: "validation_error", message: "Invalid `from` field." }),
      name: "its sender",
      means: "state",
    },
    { ...reported(422, { ErrorCode: 402, Message: "Invalid JSON" }), name: "Postmark's JSON", means: "content" },
    { ...reported(422, { ErrorCode: 300, Message: "Invalid 'From' address" }), name: "its sender", means: "state" },
    { ...reported(422, { ErrorCode: 406, Message: "Inactive recipient" }), name: "its recipient", means: "state" },
    {
      ...reported(400, { errors: [{ message: "x", field: "content.0.value" }] }),
      name: "SendGrid's",
      means: "content",
    },
    { ...reported(400, { errors: [{ message: "x", field: "from.email" }] }), name: "its sender", means: "state" },
    {
      ...reported(400, { code: "missing_parameter", message: "subject is missing" }),
      name: "Brevo's",
      means: "content",
    },
    {
      ...reported(400, { code: "invalid_parameter", message: "sender is invalid" }),
      name: "its sender",
      means: "state",
    },
    { name: "413", status: 413, body: "", means: "content" },
    { ...reported(400, { message: "something that nobody knows" }), name: "an unknown reason", means: "state" },
    { name: "401", status: 401, body: "", means: "state" },
    { name: "402", status: 402, body: "", means: "state" },
    { name: "410", status: 410, body: "", means: "gone" },
    slowDown("{}"),
  ],
  forbids: {
    status: 403,
    body: '{"statusCode":403,"name":"validation_error","message":"The domain is not verified."}',
  },
  uninvited: (body) => stringsIn(body["html"]).flatMap((html) => textOfHtml(html).match(LINKS) ?? []),
};
