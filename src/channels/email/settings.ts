import * as z from "zod";
import { PUBLIC_ONLY, refusal, type Addresses } from "../../core/public-url.ts";
import { safeLink } from "../link.ts";
import { tokenSetting, urlSetting } from "../url-setting.ts";
import { addressRefusal, MAX_RECIPIENTS, recipientsIn, senderIn, senderRefusal, writtenSender } from "./address.ts";

/** The services whose requests are known; `json` is any other that takes the same JSON. */
export const SERVICE_NAMES = ["resend", "postmark", "sendgrid", "brevo", "cloudflare", "json"] as const;

export type ServiceName = (typeof SERVICE_NAMES)[number];

/** Settings of emails. `to` is a list of addresses in one text. */
export interface EmailSettings {
  service: ServiceName;
  token?: string | undefined;
  from: string;
  to: string;
  unsubscribe?: string | undefined;
  account?: string | undefined;
  url?: string | undefined;
}

type Issue = [name: keyof EmailSettings, message: string];

/** What is wrong with settings as a whole. */
function* issues({ service, token, account, url }: EmailSettings): Generator<Issue> {
  if (service === "json") {
    if (url === undefined) yield ["url", "is required for another service"];
  } else {
    if (url !== undefined) yield ["url", "is only for another service"];
    if (token === undefined) yield ["token", "is required: create an API key at the service"];
  }
  if (service === "cloudflare" && account === undefined)
    yield ["account", "is required: copy it in the Cloudflare dashboard"];
  if (service !== "cloudflare" && account !== undefined) yield ["account", "is only for Cloudflare"];
}

/** Why a text is no list of recipients; null if it is one. */
function recipientsRefusal(text: string): string | null {
  const all = recipientsIn(text);
  // None is left when everybody has unsubscribed. Such a channel can't be enabled.
  if (text === "") return null;
  if (all.length === 0 || all.length > MAX_RECIPIENTS) return `must be 1 to ${MAX_RECIPIENTS} email addresses`;
  return all.map(addressRefusal).find((reason) => reason !== null) ?? null;
}

const MAILTO = /^mailto:([^?]+)(\?subject=[\w.~%+-]{1,100})?$/;

/** Why nobody could unsubscribe at an address; null if they can. */
function unsubscribeRefusal(text: string): string | null {
  if (text.startsWith("mailto:")) {
    const address = MAILTO.exec(text)?.[1];
    const known = address !== undefined && addressRefusal(address) === null;
    return known ? null : "must be like mailto:name@example.com, with at most a subject";
  }
  return refusal(text, PUBLIC_ONLY) ?? (safeLink(text) === null ? "must be at most 1000 characters" : null);
}

const checked = (reasonOf: (text: string) => string | null, longest: number) =>
  z
    .string()
    .max(longest)
    .superRefine((text, context) => {
      const message = reasonOf(text);
      if (message !== null) context.addIssue({ code: "custom", message });
    });

export const emailSettings = (addresses: Addresses): z.ZodType<EmailSettings> =>
  z
    .strictObject({
      service: z.enum(SERVICE_NAMES).describe("The service that sends the emails. You need an account there."),
      token: tokenSetting()
        .min(8, "must be at least 8 characters")
        .optional()
        .describe("An API key of the service that may send emails. Write-only."),
      from: checked(senderRefusal, 400)
        .overwrite((text) => writtenSender(senderIn(text)))
        .describe("The sender: an address that the service has verified, such as `Tallylight <alerts@example.com>`."),
      to: checked(recipientsRefusal, 6000)
        .overwrite((text) => recipientsIn(text).join(", "))
        .describe(
          "Up to 20 addresses, separated by commas. All recipients see each other's addresses. Empty only while the channel is off.",
        ),
      unsubscribe: checked(unsubscribeRefusal, 1000)
        .optional()
        .describe(
          "Where recipients unsubscribe, instead of Tallylight's own page: an https address, or `mailto:` and an email address that you read.",
        ),
      account: z
        .string()
        .regex(/^[\da-f]{32}$/, "must be the 32 digits and letters of the account ID")
        .optional()
        .describe("Only for Cloudflare: the ID of the account."),
      url: urlSetting(addresses, { refusal: () => null })
        .optional()
        .describe("Only for another service: the address that takes emails as JSON. Write-only."),
    })
    .superRefine((settings, context) => {
      for (const [name, message] of issues(settings)) context.addIssue({ code: "custom", path: [name], message });
    });
