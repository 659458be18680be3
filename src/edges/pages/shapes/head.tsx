import type { Child } from "hono/jsx";

interface HeadProps {
  title: Child;
  /** The list that it belongs to. */
  crumb?: { path: string; label: string };
  /** What may be done, at its side. */
  acts?: Child;
  /** A sentence about it. */
  children?: Child;
}

/** What begins a page: what it belongs to, its name, a sentence about it, and what may be done. */
export const Head = ({ title, crumb, acts, children }: HeadProps) => (
  <div class="head">
    <div>
      {crumb === undefined ? null : (
        <a class="crumb" href={crumb.path}>
          {crumb.label}
        </a>
      )}
      <h1>{title}</h1>
      {children == null ? null : <p>{children}</p>}
    </div>
    {acts == null ? null : <div class="acts">{acts}</div>}
  </div>
);
