import { marked } from "../../../ui/words/text.ts";
/** Path of the alerts. */
export const ALERTS = "/alerts";

/** Names of the section and of an alert. */
export const PLACE = { path: ALERTS, noun: marked("alert"), title: marked("Alerts") };
