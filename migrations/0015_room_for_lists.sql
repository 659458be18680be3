CREATE TABLE `list_counts` (
	`watchlist_id` text NOT NULL,
	`kind` text NOT NULL,
	`n` integer NOT NULL,
	PRIMARY KEY(`watchlist_id`, `kind`)
);
--> statement-breakpoint
ALTER TABLE `events` ADD `span` integer DEFAULT 1;--> statement-breakpoint
CREATE INDEX `events_type` ON `events` (`type`,`seq`,`span`,`watchlist_id`) WHERE span is not null;--> statement-breakpoint
CREATE INDEX `events_list` ON `events` (`watchlist_id`,`seq`,`span`,`type`) WHERE span is not null;--> statement-breakpoint
CREATE INDEX `events_ended` ON `events` (`target_id`) WHERE type = 'live.ended';--> statement-breakpoint
CREATE INDEX `events_late` ON `events` (`detected_at`,`seq`) WHERE seq > (detected_at + 10000) * 512;--> statement-breakpoint
CREATE INDEX `deliveries_status` ON `deliveries` ((status || ''));--> statement-breakpoint
CREATE INDEX `deliveries_to` ON `deliveries` (`channel_id`);--> statement-breakpoint
CREATE INDEX `deliveries_made` ON `deliveries` (`made_at`);--> statement-breakpoint
CREATE INDEX `silences_made` ON `silences` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `targets_kind_made` ON `targets` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `targets_list_made` ON `targets` (`watchlist_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `targets_paused_made` ON `targets` (`created_at`,`id`) WHERE enabled = 0;--> statement-breakpoint
CREATE INDEX `targets_long_named` ON `targets` (`created_at`,`id`) WHERE length(name) > 80;--> statement-breakpoint
CREATE INDEX `watchlists_made` ON `watchlists` (`created_at`,`id`);--> statement-breakpoint
INSERT INTO list_counts (watchlist_id, kind, n) SELECT watchlist_id, kind, count(*) FROM targets GROUP BY watchlist_id, kind;--> statement-breakpoint
CREATE TRIGGER lists_come AFTER INSERT ON targets BEGIN
	INSERT INTO list_counts (watchlist_id, kind, n) SELECT new.watchlist_id, new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = new.watchlist_id AND kind = new.kind);
	UPDATE list_counts SET n = n + 1 WHERE watchlist_id = new.watchlist_id AND kind = new.kind;
END;--> statement-breakpoint
CREATE TRIGGER lists_move AFTER UPDATE OF watchlist_id ON targets WHEN old.watchlist_id <> new.watchlist_id BEGIN
	UPDATE list_counts SET n = n - 1 WHERE watchlist_id = old.watchlist_id AND kind = old.kind;
	DELETE FROM list_counts WHERE watchlist_id = old.watchlist_id AND kind = old.kind AND n = 0;
	INSERT INTO list_counts (watchlist_id, kind, n) SELECT new.watchlist_id, new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = new.watchlist_id AND kind = new.kind);
	UPDATE list_counts SET n = n + 1 WHERE watchlist_id = new.watchlist_id AND kind = new.kind;
END;--> statement-breakpoint
CREATE TRIGGER lists_go AFTER DELETE ON targets BEGIN
	UPDATE list_counts SET n = n - 1 WHERE watchlist_id = old.watchlist_id AND kind = old.kind;
	DELETE FROM list_counts WHERE watchlist_id = old.watchlist_id AND kind = old.kind AND n = 0;
END;--> statement-breakpoint
INSERT INTO name_pages (page, names)
SELECT '~' || substr(id, -1), group_concat(char(30) || id || char(31) || replace(substr(name, 1, 80), char(30), ' '), '') FROM targets WHERE kind <> 'live' GROUP BY substr(id, -1);--> statement-breakpoint
DROP TRIGGER names_come;--> statement-breakpoint
CREATE TRIGGER names_come AFTER INSERT ON targets BEGIN
	INSERT INTO name_pages (page, names) SELECT iif(new.kind = 'live', '', '~') || substr(new.id, -1), ''
		WHERE NOT EXISTS (SELECT 1 FROM name_pages WHERE page = iif(new.kind = 'live', '', '~') || substr(new.id, -1));
	UPDATE name_pages SET names = names || char(30) || new.id || char(31) || replace(substr(new.name, 1, 80), char(30), ' ') WHERE page = iif(new.kind = 'live', '', '~') || substr(new.id, -1);
END;--> statement-breakpoint
DROP TRIGGER names_change;--> statement-breakpoint
CREATE TRIGGER names_change AFTER UPDATE OF name ON targets WHEN old.name <> new.name BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(substr(old.name, 1, 80), char(30), ' '), char(30) || new.id || char(31) || replace(substr(new.name, 1, 80), char(30), ' '))
		WHERE page = iif(old.kind = 'live', '', '~') || substr(old.id, -1);
END;--> statement-breakpoint
DROP TRIGGER names_go;--> statement-breakpoint
CREATE TRIGGER names_go AFTER DELETE ON targets BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(substr(old.name, 1, 80), char(30), ' '), '') WHERE page = iif(old.kind = 'live', '', '~') || substr(old.id, -1);
END;
