/** The page of alerts. */
export const ALERTS = "/alerts";

/** What it is called, and one of them. */
export const PLACE = { path: ALERTS, noun: "alert", title: "Alerts" };
