import { email } from "../../src/channels/email/kind.ts";
import type { EmailSettings, ServiceName } from "../../src/channels/email/settings.ts";
import { API_BASES } from "../../src/channels/bases.ts";
import { mailServices, type Received } from "../../src/channels/dialects/mail/sim/rules.ts";
import { bodyOf } from "../../src/channels/limits.ts";
import type { Message } from "../../src/core/notice.ts";
import { bareNotice, messageOf, STARTED_AT } from "./messages.ts";
import { weekReport } from "./reports.ts";

/** Where recipients of these emails unsubscribe. */
export const unsubscribe = "https://example.com/stop?list=live&who=all";
/** Valid settings of a service. */
export const settingsOf = (service: ServiceName, more: Partial<EmailSettings> = {}): EmailSettings => ({
  service,
  token: "re_ZaQ1xSw2CdE3vFr4BgT5",
  from: "Tallylight <alerts@example.com>",
  to: "maria@example.com",
  ...(service === "cloudflare" ? { account: "0123456789abcdef0123456789abcdef" } : {}),
  ...(service === "json" ? { url: "https://mail.example.com/send" } : {}),
  ...more,
});
/** What an email is rendered with, besides its settings and message. */
export const provided = { deliveryId: "dlv_1", at: STARTED_AT, edit: null, plain: false, bases: API_BASES };
/** The email about a message, as Resend reads it. */
export const sent = (message: Message, more: Partial<EmailSettings> = {}, plain = false): Received =>
  mailServices["resend"]!.read(
    bodyOf(email.render({ ...provided, plain, settings: settingsOf("resend", more), message })),
  );
/** The email about an event with only a title. */
export const titled = (title: string): Received => sent(messageOf(bareNotice(title)));
/** The email with a digest, as Resend reads it. */
export const reported = (report = weekReport, more: Partial<EmailSettings> = {}, plain = false): Received =>
  mailServices["resend"]!.read(
    bodyOf(
      email.report({
        settings: settingsOf("resend", more),
        deliveryId: "dlv_1",
        report,
        data: {},
        writtenAt: 0,
        at: 0,
        plain,
        bases: API_BASES,
      }),
    ),
  );
