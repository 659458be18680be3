import { describe, expect, test } from "vitest";
import { mailRefusal, mailServices } from "../dialects/mail/sim/rules.ts";
import { bodyOf } from "../limits.ts";
import { requestOf, services, type Mail } from "./services.ts";
import { SERVICE_NAMES, type EmailSettings, type ServiceName } from "./settings.ts";

const account = "0123456789abcdef0123456789abcdef";
const url = "https://mail.example.com/send";
const settingsOf = (service: ServiceName): EmailSettings => ({
  service,
  token: "Qw3rTy8uIoP0aSdF",
  from: "Tallylight <alerts@example.com>",
  to: "maria@example.com, team@example.com",
  ...(service === "cloudflare" ? { account } : {}),
  ...(service === "json" ? { url } : {}),
});
const mail: Mail = {
  id: "dlv_1",
  from: { name: "Tallylight", address: "alerts@example.com" },
  to: ["maria@example.com", "team@example.com"],
  subject: "Maria is live",
  text: "Maria is live",
  html: "<p>Maria</p>",
  files: [],
  unsubscribe: "mailto:stop@example.com",
  oneClick: false,
};

const common =
  '{"from":"Tallylight <alerts@example.com>","to":["maria@example.com","team@example.com"],' +
  '"subject":"Maria is live","text":"Maria is live","html":"<p>Maria</p>",' +
  '"headers":{"List-Unsubscribe":"<mailto:stop@example.com>"}}';
const bearer = { authorization: "Bearer Qw3rTy8uIoP0aSdF" };

test.each<[ServiceName, string, Record<string, string>, string]>([
  [
    "resend",
    "https://api.resend.com/emails",
    { ...bearer, "idempotency-key": "mail_zwxryqevmby6y4aq3g65vpd8wf" },
    common,
  ],
  ["json", url, bearer, common],
  [
    "postmark",
    "https://api.postmarkapp.com/email",
    { accept: "application/json", "x-postmark-server-token": "Qw3rTy8uIoP0aSdF" },
    '{"From":"Tallylight <alerts@example.com>","To":"maria@example.com, team@example.com",' +
      '"Subject":"Maria is live","TextBody":"Maria is live","HtmlBody":"<p>Maria</p>",' +
      '"Headers":[{"Name":"List-Unsubscribe","Value":"<mailto:stop@example.com>"}]}',
  ],
  [
    "sendgrid",
    "https://api.sendgrid.com/v3/mail/send",
    bearer,
    '{"personalizations":[{"to":[{"email":"maria@example.com"},{"email":"team@example.com"}]}],' +
      '"from":{"email":"alerts@example.com","name":"Tallylight"},"subject":"Maria is live",' +
      '"content":[{"type":"text/plain","value":"Maria is live"},{"type":"text/html","value":"<p>Maria</p>"}],' +
      '"headers":{"List-Unsubscribe":"<mailto:stop@example.com>"}}',
  ],
  [
    "brevo",
    "https://api.brevo.com/v3/smtp/email",
    { accept: "application/json", "api-key": "Qw3rTy8uIoP0aSdF" },
    '{"sender":{"name":"Tallylight","email":"alerts@example.com"},' +
      '"to":[{"email":"maria@example.com"},{"email":"team@example.com"}],"subject":"Maria is live",' +
      '"textContent":"Maria is live","htmlContent":"<p>Maria</p>"}',
  ],
  [
    "cloudflare",
    `https://api.cloudflare.com/client/v4/accounts/${account}/email/sending/send`,
    bearer,
    common.replace('"Tallylight <alerts@example.com>"', '{"address":"alerts@example.com","name":"Tallylight"}'),
  ],
])("the request to %s", (service, address, headers, body) => {
  const request = requestOf(settingsOf(service), mail);
  expect(request).toEqual({
    method: "POST",
    url: address,
    headers: { "content-type": "application/json", "user-agent": "Tallylight/0.1", ...headers },
    body,
  });
});

describe.each(SERVICE_NAMES)("%s", (name) => {
  test("takes text alone, and a sender without a name", () => {
    const bare = { ...mail, from: { name: null, address: "alerts@example.com" }, html: null, unsubscribe: null };
    const body = bodyOf(requestOf(settingsOf(name), bare));
    expect(mailRefusal(mailServices[name]!, body)).toBe(undefined);
    expect(JSON.stringify(body)).not.toMatch(/html|header|null|unsubscribe/i);
  });
});

const csv = new TextEncoder().encode("name,seconds\r\nZoë,3600\r\n");
const content = Buffer.from(csv).toString("base64");

test.each<[ServiceName, string, object]>([
  ["resend", "attachments", { filename: "a.csv", content, content_type: "text/csv" }],
  ["json", "attachments", { filename: "a.csv", content, content_type: "text/csv" }],
  ["postmark", "Attachments", { Name: "a.csv", Content: content, ContentType: "text/csv" }],
  ["sendgrid", "attachments", { content, filename: "a.csv", type: "text/csv", disposition: "attachment" }],
  ["brevo", "attachment", { content, name: "a.csv" }],
  ["cloudflare", "attachments", { content, filename: "a.csv", type: "text/csv", disposition: "attachment" }],
])("%s gets files as %s, which its fake reads", (name, member, file) => {
  const body = bodyOf(
    requestOf(settingsOf(name), { ...mail, files: [{ name: "a.csv", type: "text/csv", bytes: csv }] }),
  );
  expect(body[member]).toEqual([file]);
  expect(mailRefusal(mailServices[name]!, body)).toBe(undefined);
  expect(mailServices[name]!.read(body).files).toEqual([{ name: "a.csv", content }]);
  expect(
    mailRefusal(mailServices[name]!, { ...body, [member]: [{ ...file, content: "not base64", Content: "?" }] }),
  ).toBe("a file is no base64");
});

test("without a key there is no header for it", () => {
  const { token: _token, ...settings } = settingsOf("json");
  expect(Object.keys(requestOf(settings, mail).headers)).toEqual(["content-type", "user-agent"]);
});

test("every service has a title and a fake", () => {
  expect(Object.keys(services).toSorted()).toEqual([...SERVICE_NAMES].toSorted());
  expect(Object.keys(mailServices).toSorted()).toEqual([...SERVICE_NAMES].toSorted());
});
