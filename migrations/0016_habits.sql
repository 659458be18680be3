CREATE TABLE `habits` (
	`page` integer PRIMARY KEY NOT NULL,
	`habits` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `ticker` ADD `pool` text;--> statement-breakpoint
ALTER TABLE `targets` ADD `past` text;--> statement-breakpoint
UPDATE sheets SET edits = json_patch(edits, g.seats), revision = revision + 1
	FROM (SELECT sheet_id, json_group_object(id, json('{"habitual":true}')) AS seats FROM targets
		WHERE kind = 'live' AND enabled = 1 GROUP BY sheet_id) g
	WHERE sheets.id = g.sheet_id;
--> statement-breakpoint
UPDATE targets SET past = json_object('starts', json((SELECT json_group_array(at) FROM (SELECT at FROM (
		SELECT coalesce((window_from + window_to) / 2, window_to) AS at FROM events
			WHERE target_id = targets.id AND type = 'live.started' AND data ->> 'initial' = 0 ORDER BY seq DESC LIMIT 48) ORDER BY at))),
		'lengths', json('{"count":0,"mean":0,"spread":0}'), 'onMinutes', 0, 'startedAt', NULL, 'endedAt', NULL)
	WHERE kind = 'live' AND EXISTS (SELECT 1 FROM events WHERE target_id = targets.id AND type = 'live.started');
