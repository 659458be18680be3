CREATE TABLE `series` (
	`target_id` text NOT NULL,
	`begins_at` integer NOT NULL,
	`points` text NOT NULL,
	PRIMARY KEY(`target_id`, `begins_at`)
);
--> statement-breakpoint
INSERT INTO series (target_id, begins_at, points)
SELECT target_id, coalesce(points ->> '$[0][0]', day * 86400000), points FROM samples;--> statement-breakpoint
DROP TABLE `samples`;--> statement-breakpoint
ALTER TABLE `tally` RENAME TO `tally_by_slot`;--> statement-breakpoint
CREATE TABLE `tally` (
	`id` integer PRIMARY KEY NOT NULL,
	`done` text DEFAULT '{}' NOT NULL,
	`freed` text DEFAULT '{}' NOT NULL,
	`unspent` integer DEFAULT 0 NOT NULL,
	`counters` text DEFAULT '{}' NOT NULL,
	`last_poll_at` integer DEFAULT 0 NOT NULL,
	`failing_since` integer DEFAULT 0 NOT NULL,
	`failed_polls` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO tally (id, unspent, counters, done, last_poll_at) SELECT 1,
	(SELECT coalesce(sum(unspent), 0) FROM tally_by_slot),
	(SELECT json_group_object(key, total) FROM
		(SELECT c.key, sum(c.value) AS total FROM tally_by_slot t, json_each(t.counters) c GROUP BY c.key)),
	(SELECT json_group_object(tick, slots) FROM
		(SELECT CAST(d.value AS INTEGER) AS tick, ',' || group_concat(t.slot, ',') || ',' AS slots
			FROM tally_by_slot t, json_each(t.done) d GROUP BY d.value)),
	(SELECT CAST(coalesce(max(d.value), 0) AS INTEGER) FROM tally_by_slot t, json_each(t.done) d);--> statement-breakpoint
DROP TABLE `tally_by_slot`;--> statement-breakpoint
ALTER TABLE `targets` ADD `on_air` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `targets_on_air` ON `targets` (`on_air`) WHERE on_air = 1;--> statement-breakpoint
UPDATE targets SET on_air = 1 WHERE state ->> 'session' IS NOT NULL;--> statement-breakpoint
-- What a call costs in CPU, and how many claims in a row were lost.
UPDATE sheets SET entries = (
	SELECT json_group_object(e.key, json_insert(e.value, '$[#]',
		CASE (SELECT kind FROM targets t WHERE t.id = e.key) WHEN 'live' THEN 1 WHEN 'products' THEN 24 ELSE 8 END, '$[#]', 0))
	FROM json_each(sheets.entries) e);--> statement-breakpoint
ALTER TABLE `ticker` ADD `dealt` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `ticker` ADD `health` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `ticker` ADD `made_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE ticker SET made_at = coalesce((SELECT created_at FROM watchlists WHERE id = 'wl_default'), unixepoch() * 1000);--> statement-breakpoint
CREATE TABLE `counts` (
	`name` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL
);
--> statement-breakpoint
INSERT INTO counts (name, n)
SELECT 'targets|' || kind, count(*) FROM targets GROUP BY kind
UNION ALL SELECT 'channels', count(*) FROM channels
UNION ALL SELECT 'subscriptions', count(*) FROM subscriptions
UNION ALL SELECT 'deliveries|' || s.value, (SELECT count(*) FROM deliveries d WHERE d.status = s.value)
	FROM json_each('["pending","sent","dead","suppressed","held"]') s;--> statement-breakpoint
CREATE TRIGGER targets_come AFTER INSERT ON targets BEGIN
	INSERT INTO counts (name, n) SELECT 'targets|' || new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM counts WHERE name = 'targets|' || new.kind);
	UPDATE counts SET n = n + 1 WHERE name = 'targets|' || new.kind;
END;--> statement-breakpoint
CREATE TRIGGER targets_go AFTER DELETE ON targets BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'targets|' || old.kind;
END;--> statement-breakpoint
CREATE TRIGGER channels_come AFTER INSERT ON channels BEGIN
	UPDATE counts SET n = n + 1 WHERE name = 'channels';
END;--> statement-breakpoint
CREATE TRIGGER channels_go AFTER DELETE ON channels BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'channels';
END;--> statement-breakpoint
CREATE TRIGGER subscriptions_come AFTER INSERT ON subscriptions BEGIN
	UPDATE counts SET n = n + 1 WHERE name = 'subscriptions';
END;--> statement-breakpoint
CREATE TRIGGER subscriptions_go AFTER DELETE ON subscriptions BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'subscriptions';
END;--> statement-breakpoint
CREATE TRIGGER deliveries_come AFTER INSERT ON deliveries BEGIN
	UPDATE counts SET n = n + 1 WHERE name = 'deliveries|' || new.status;
END;--> statement-breakpoint
CREATE TRIGGER deliveries_turn AFTER UPDATE OF status ON deliveries WHEN old.status <> new.status BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'deliveries|' || old.status;
	UPDATE counts SET n = n + 1 WHERE name = 'deliveries|' || new.status;
END;--> statement-breakpoint
CREATE TRIGGER deliveries_go AFTER DELETE ON deliveries BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'deliveries|' || old.status;
END;
