import { ids } from "../words.ts";

const TARGET = ids["targets"]!.example;

const EVENTS = [
  "id,type,occurredAt,detectedAt,window.from,window.to,targetId,target.name,target.kind,target.params.userId,data.roomId",
  `${ids["events"]!.example},live.started,2026-03-01T18:00:00.000Z,2026-03-01T18:01:00.000Z,2026-03-01T17:59:00.000Z,2026-03-01T18:00:00.000Z,${TARGET},Maria,live,7012,7312849501234567890`,
  "",
].join("\r\n");

const TARGET_SESSIONS = [
  "targetId,targetName,startedAt,endedAt,durationSeconds,roomId,title,peakViewers,unknownSince,unknownSeconds",
  `${TARGET},Maria,2026-03-01T18:00:00.000Z,2026-03-01T19:30:00.000Z,5400,7312849501234567890,Sunday songs,12400,,0`,
  "",
].join("\r\n");

const SESSIONS = [
  "targetId,targetName,startedAt,endedAt,durationSeconds,roomId,title,peakViewers,unknownSince,unknownSeconds,secondsWithin,watchlistId,watchlistName,timezone",
  `${TARGET},Maria,2026-03-01T18:00:00.000Z,2026-03-01T19:30:00.000Z,5400,7312849501234567890,Sunday songs,12400,,0,5400,wl_default,default,Europe/Berlin`,
  "",
].join("\r\n");

const AIRTIME = `targetId,name,handle,seconds,days,validDays,streams,averageViewers,peakViewers,viewerSeconds,bestPlaces,missedSlots,longestRunDays,change,coverage,goal,goal.hours,goal.validDays,goal.wanted.hours,goal.wanted.validDays,goal.left.hours,goal.left.validDays,goal.left.days,goal.pace.hours,goal.pace.validDays,goal.reached,unknownSeconds,uncertaintySeconds,goal.state,watchedSince,removed\r\n${TARGET},Maria,maria,432000,24,22,31,840,12400,362880000,#3 Daily Ranking,1,9,18000,0.9921,"120 of 100 hours",120,22,100,,0,,0,,,true,21160,1860,reached,2026-01-15T09:00:00.000Z,false\r\n`;

/** Examples of answers without a named schema, by operation. */
export const answers: Record<string, unknown> = {
  "getMetrics text/plain": [
    "# HELP tallylight_polls_total Polls by kind of target and outcome.",
    "# TYPE tallylight_polls_total counter",
    'tallylight_polls_total{kind="live",outcome="ok"} 1893',
    "",
  ].join("\n"),
  "exportConfig application/yaml": `version: 1
watchlists:
  - id: wl_default
    name: default
    description: Singers and bands
targets: []
channels: []
subscriptions: []
digests: []
silences: []
`,
  "getClientReport text/html": '<!doctype html><html lang="en">…</html>',
  "getAirtimeReport text/html": '<!doctype html><html lang="en">…</html>',
  "getAirtimeReport text/csv": AIRTIME,
  "getDigestTable text/csv": AIRTIME,
  "listEvents text/csv": EVENTS,
  "listTargetEvents text/csv": EVENTS,
  "listSessions text/csv": SESSIONS,
  "listTargetSessions text/csv": TARGET_SESSIONS,
  "listTargetSamples text/csv": `at,targetId,targetName,series,name,value,currency\r\n2026-03-01T00:00:00.000Z,${TARGET},Maria,airtimeSeconds,Maria,5400,\r\n`,
  getOpenApi: { openapi: "3.1.0" },
  "getDocs text/html": "<!doctype html>",
  "getLiveCalendar text/calendar": [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "SUMMARY:Maria is live",
    "DTSTART:20260301T180000Z",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n"),
  "getForecastCalendar text/calendar": [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "BEGIN:VEVENT",
    "STATUS:TENTATIVE",
    "SUMMARY:Maria, usually",
    "DESCRIPTION:Usually live about this time: 82 % sure.",
    "DTSTART:20260303T180000Z",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n"),
  Hinted: { targetIds: ["tgt_7g2h9k4m6n8p0q1r3s5t7v9w2x"], polling: true },
  "getEventFeed application/atom+xml":
    '<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Tallylight</title></feed>',
  "getBadge image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"></svg>',
  "getDrawing image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 320"></svg>',
};
