CREATE TABLE `write_parts` (
	`part` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`text` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `bulk_writes` (
	`id` integer PRIMARY KEY NOT NULL
);--> statement-breakpoint
DROP TRIGGER targets_come;--> statement-breakpoint
CREATE TRIGGER targets_come AFTER INSERT ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	INSERT INTO counts (name, n) SELECT 'targets|' || new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM counts WHERE name = 'targets|' || new.kind);
	UPDATE counts SET n = n + 1 WHERE name = 'targets|' || new.kind;
END;--> statement-breakpoint
DROP TRIGGER targets_go;--> statement-breakpoint
CREATE TRIGGER targets_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'targets|' || old.kind;
END;--> statement-breakpoint
DROP TRIGGER lists_come;--> statement-breakpoint
CREATE TRIGGER lists_come AFTER INSERT ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	INSERT INTO list_counts (watchlist_id, kind, n) SELECT new.watchlist_id, new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = new.watchlist_id AND kind = new.kind);
	UPDATE list_counts SET n = n + 1 WHERE watchlist_id = new.watchlist_id AND kind = new.kind;
END;--> statement-breakpoint
DROP TRIGGER lists_move;--> statement-breakpoint
CREATE TRIGGER lists_move AFTER UPDATE OF watchlist_id ON targets WHEN old.watchlist_id <> new.watchlist_id AND NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE list_counts SET n = n - 1 WHERE watchlist_id = old.watchlist_id AND kind = old.kind;
	DELETE FROM list_counts WHERE watchlist_id = old.watchlist_id AND kind = old.kind AND n = 0;
	INSERT INTO list_counts (watchlist_id, kind, n) SELECT new.watchlist_id, new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = new.watchlist_id AND kind = new.kind);
	UPDATE list_counts SET n = n + 1 WHERE watchlist_id = new.watchlist_id AND kind = new.kind;
END;--> statement-breakpoint
DROP TRIGGER lists_go;--> statement-breakpoint
CREATE TRIGGER lists_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE list_counts SET n = n - 1 WHERE watchlist_id = old.watchlist_id AND kind = old.kind;
	DELETE FROM list_counts WHERE watchlist_id = old.watchlist_id AND kind = old.kind AND n = 0;
END;--> statement-breakpoint
DROP TRIGGER names_come;--> statement-breakpoint
CREATE TRIGGER names_come AFTER INSERT ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	INSERT INTO name_pages (page, names) SELECT iif(new.kind = 'live', '', '~') || substr(new.id, -1), ''
		WHERE NOT EXISTS (SELECT 1 FROM name_pages WHERE page = iif(new.kind = 'live', '', '~') || substr(new.id, -1));
	UPDATE name_pages SET names = names || char(30) || new.id || char(31) || replace(substr(new.name, 1, 80), char(30), ' ') WHERE page = iif(new.kind = 'live', '', '~') || substr(new.id, -1);
END;--> statement-breakpoint
DROP TRIGGER names_change;--> statement-breakpoint
CREATE TRIGGER names_change AFTER UPDATE OF name ON targets WHEN old.name <> new.name AND NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(substr(old.name, 1, 80), char(30), ' '), char(30) || new.id || char(31) || replace(substr(new.name, 1, 80), char(30), ' '))
		WHERE page = iif(old.kind = 'live', '', '~') || substr(old.id, -1);
END;--> statement-breakpoint
DROP TRIGGER names_go;--> statement-breakpoint
CREATE TRIGGER names_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(substr(old.name, 1, 80), char(30), ' '), '') WHERE page = iif(old.kind = 'live', '', '~') || substr(old.id, -1);
END;
