CREATE TABLE `name_pages` (
	`page` text PRIMARY KEY NOT NULL,
	`names` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deliveries_replay` ON `deliveries` (`replay_of`) WHERE replay_of is not null;--> statement-breakpoint
INSERT INTO name_pages (page, names)
SELECT substr(id, -1), group_concat(char(30) || id || char(31) || replace(name, char(30), ' '), '') FROM targets WHERE kind = 'live' GROUP BY substr(id, -1);--> statement-breakpoint
CREATE TRIGGER names_come AFTER INSERT ON targets WHEN new.kind = 'live' BEGIN
	INSERT INTO name_pages (page, names) SELECT substr(new.id, -1), ''
		WHERE NOT EXISTS (SELECT 1 FROM name_pages WHERE page = substr(new.id, -1));
	UPDATE name_pages SET names = names || char(30) || new.id || char(31) || replace(new.name, char(30), ' ') WHERE page = substr(new.id, -1);
END;--> statement-breakpoint
CREATE TRIGGER names_change AFTER UPDATE OF name ON targets WHEN old.kind = 'live' AND old.name <> new.name BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(old.name, char(30), ' '), char(30) || new.id || char(31) || replace(new.name, char(30), ' '))
		WHERE page = substr(new.id, -1);
END;--> statement-breakpoint
CREATE TRIGGER names_go AFTER DELETE ON targets WHEN old.kind = 'live' BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(old.name, char(30), ' '), '') WHERE page = substr(old.id, -1);
END;
