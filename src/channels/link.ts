/** A URL that a message may lead to, with all encoded that could end a link early or call people; null for any other. */
export function safeLink(text: string): string | null {
  if (text.length > 1000 || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return null;
  const href = url.href.replace(
    /[\s<>"'()|\\`*~]|@(?=everyone|here)/gi,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return href.length > 1000 ? null : href;
}
