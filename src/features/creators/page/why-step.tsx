import type { Child } from "hono/jsx";
import { Icon } from "../../../ui/parts/icon.tsx";

const ICONS = { good: "well", stop: "hand", wait: "clock" } as const;

/** A link of the chain: good, broken or pending. */
export const Step = ({
  state,
  title,
  children,
  mend,
}: {
  state: keyof typeof ICONS;
  title: Child;
  children?: Child;
  mend?: Child;
}) => (
  <li class={`k-${state}`}>
    <Icon name={ICONS[state]} />
    <div>
      <b>{title}</b>
      {children === undefined ? null : <small>{children}</small>}
      {mend ?? null}
    </div>
  </li>
);
