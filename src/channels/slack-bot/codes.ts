type Meaning = "gone" | "waits" | "slow" | "form" | "vanished" | "passing";

const GONE = [
  "invalid_auth",
  "not_authed",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "channel_not_found",
  "is_archived",
];
const WAITS = [
  "not_in_channel",
  "missing_scope",
  "no_permission",
  "access_denied",
  "ekm_access_denied",
  "team_access_not_granted",
  "not_allowed_token_type",
  "restricted_action",
  "restricted_action_read_only_channel",
  "restricted_action_thread_only_channel",
  "restricted_action_non_threadable_channel",
  "message_limit_exceeded",
];
const SLOW = ["ratelimited", "rate_limited"];
const FORM = [
  "invalid_blocks",
  "invalid_blocks_format",
  "invalid_attachments",
  "too_many_attachments",
  "attachment_payload_limit_exceeded",
  "invalid_payload",
  "invalid_json",
  "invalid_arguments",
  "msg_too_long",
  "msg_blocks_too_long",
  "no_text",
];
/** Failures of Slack itself. */
const PASSING = [
  "fatal_error",
  "internal_error",
  "service_unavailable",
  "request_timeout",
  "team_added_to_org",
  "org_login_required",
];
const PAST_EDITING = ["message_not_found", "cant_update_message", "edit_window_closed", "is_inactive"];

// The message may be in an earlier channel of the settings. Only a new message tells about the current one.
const MAYBE_ELSEWHERE = ["channel_not_found", "is_archived"];

/** The meaning of Slack's error code; null for an unknown one. */
export function meaningOf(code: string, editing: boolean): Meaning | null {
  if (editing && (PAST_EDITING.includes(code) || MAYBE_ELSEWHERE.includes(code))) return "vanished";
  if (GONE.includes(code)) return "gone";
  if (WAITS.includes(code)) return "waits";
  if (SLOW.includes(code)) return "slow";
  if (PASSING.includes(code)) return "passing";
  return FORM.includes(code) ? "form" : null;
}
