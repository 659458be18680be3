import { jsonResponse } from "../lossless-json.ts";

const names: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  405: "Method Not Allowed",
  428: "Account Key Session Expiry",
  429: "Rate-Limit",
  500: "Server error",
  503: "Service Unavailable",
};

/** Returns an error of the service: its status, an envelope without data, and the required headers. */
export function errorResponse(status: number, fields?: Record<string, string>, retryAfterSeconds?: number): Response {
  const headers: Record<string, string> = {};
  if (status === 401) headers["www-authenticate"] = 'Basic realm="service"';
  if (retryAfterSeconds !== undefined) headers["retry-after"] = String(retryAfterSeconds);
  const body = { code: status, msg: names[status] ?? `Error ${status}`, data: null, ...(fields && { fields }) };
  return jsonResponse(body, status, headers);
}
