/** The heading of a page outside the navigation. */
export const Top = ({ title, text, lamp = true }: { title: string; text: string; lamp?: boolean }) => (
  <div class="top">
    {lamp ? <span class="lamp" aria-hidden="true"></span> : null}
    <h1>{title}</h1>
    <p class="soft">{text}</p>
  </div>
);
