import type { Child } from "hono/jsx";

interface HeadProps {
  title: Child;
  /** The list that it belongs to. */
  crumb?: { path: string; label: string };
  /** The choice of the list that the page is about. */
  above?: Child;
  /** The actions beside the title. */
  acts?: Child;
  /** A sentence about it. */
  children?: Child;
}

/** The head of a page: a link to its list, the title, a sentence and the actions. */
export const Head = ({ title, crumb, above, acts, children }: HeadProps) => (
  <div class="head">
    <div>
      {crumb === undefined ? null : (
        <a class="crumb" href={crumb.path}>
          {crumb.label}
        </a>
      )}
      {above}
      <h1>{title}</h1>
      {children == null ? null : <p>{children}</p>}
    </div>
    {acts == null ? null : <div class="acts">{acts}</div>}
  </div>
);
