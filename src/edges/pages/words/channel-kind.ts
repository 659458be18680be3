/** Which sort of channel an address is of: its host says so, on one's own machine its path. */
export function kindOf(address: string): "discord" | "slack" | "webhook" {
  const url = URL.parse(address.trim().replace(/^["'`<]+|["'`>]+$/g, ""));
  if (url === null) return "discord";
  const { hostname, pathname } = url;
  if (/(^|\.)slack(-gov)?\.com$/.test(hostname)) return "slack";
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return "discord";
  if (/\/api\/webhooks\//.test(pathname)) return "discord";
  return /\/(slack|services)\//.test(pathname) ? "slack" : "webhook";
}
