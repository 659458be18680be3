import type { Child } from "hono/jsx";
import { Icon } from "./icon.tsx";
import type { IconName } from "../icons.ts";
import { isLoopback } from "../../core/public-url.ts";
import { t } from "../words/text.ts";
import { T } from "../words/translated.tsx";

type Tone = "live" | "good" | "hand" | "night" | "link" | "plain";

/** A short status with its icon. */
export const Pill = ({ tone = "plain", icon, children }: { tone?: Tone; icon?: IconName; children?: Child }) => (
  <span class={tone === "plain" ? "pill" : `pill ${tone}`}>
    {icon === undefined ? null : <Icon name={icon} />}
    {children}
  </span>
);

/** A highlighted sentence: an action, a confirmation or information. */
export const Note = ({
  tone,
  alert,
  children,
}: {
  tone?: "hand" | "good" | "info";
  alert?: true;
  children?: Child;
}) => (
  <div class={tone === undefined ? "note" : `note ${tone}`} {...(alert === true ? { role: "alert" } : {})}>
    <Icon name={tone === "hand" ? "hand" : tone === "good" ? "well" : "note"} />
    {children}
  </div>
);

const isLocal = (hostname: string): boolean => isLoopback(hostname) || hostname.endsWith(".localhost");

/** Says of a link to this computer that nobody else can open it; nothing of any other address. */
export const OnlyHere = ({ address }: { address: string }) =>
  isLocal(new URL(address).hostname) ? (
    <p class="warn">{t("This address works on this computer only: nobody else can open it.")}</p>
  ) : (
    <></>
  );

/** Content that is collapsed below a title. */
export const Fold = ({
  title,
  children,
  ...more
}: {
  title: Child;
  open?: boolean;
  class?: string;
  children?: Child;
}) => (
  <details {...more}>
    <summary>
      <Icon name="right" small />
      {title}
    </summary>
    {children}
  </details>
);

/** Filters of a list. On a phone they are one row that says what is set, until it is opened. */
export const Filter = ({ set, children }: { set: string[]; children?: Child }) => (
  <details class="filter">
    <summary class="btn">
      <span>{t("Filter")}</span>
      <span class="soft cut">{set.join(" · ")}</span>
      <Icon name="right" small />
    </summary>
    <div class="filters">{children}</div>
  </details>
);

/** A link to the CSV of the content below. */
export const CsvLink = ({ href, of }: { href: string; of: string }) => (
  <a class="btn bare" href={href} download>
    <Icon name="file" small />
    <T of="CSV<hidden> of {what}</hidden>" what={of} hidden={(text) => <span class="sr">{text}</span>} />
  </a>
);
