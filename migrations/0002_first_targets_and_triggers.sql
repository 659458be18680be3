CREATE UNIQUE INDEX `targets_identity` ON `targets` (`watchlist_id`,`kind`,`identity`);--> statement-breakpoint
CREATE INDEX `targets_alias` ON `targets` (`watchlist_id`,`kind`,`alias`) WHERE alias IS NOT NULL;--> statement-breakpoint
CREATE INDEX `targets_mention` ON `targets` (`id`) WHERE mention IS NOT NULL;--> statement-breakpoint
CREATE INDEX `targets_made` ON `targets` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `targets_kind_made` ON `targets` (`kind`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `targets_list_made` ON `targets` (`watchlist_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `targets_paused_made` ON `targets` (`created_at`,`id`) WHERE enabled = 0;--> statement-breakpoint
CREATE INDEX `targets_long_named` ON `targets` (`created_at`,`id`) WHERE length(name) > 80;--> statement-breakpoint
CREATE INDEX `targets_name` ON `targets` (`kind`,lower(name),`id`);--> statement-breakpoint
CREATE INDEX `targets_list_name` ON `targets` (`watchlist_id`,`kind`,lower(name),`id`);--> statement-breakpoint
CREATE INDEX `targets_on_air` ON `targets` (`enabled`,`kind`,`watchlist_id`,lower(name),`id`) WHERE on_air = 1;--> statement-breakpoint
CREATE INDEX `targets_faulty` ON `targets` (`enabled`,`on_air`,`kind`,`watchlist_id`,lower(name),`id`) WHERE consecutive_faults > 0;--> statement-breakpoint
CREATE INDEX `targets_paused` ON `targets` (`kind`,`watchlist_id`,lower(name),`id`) WHERE enabled = 0;--> statement-breakpoint
CREATE INDEX `targets_failing` ON `targets` (`enabled`) WHERE consecutive_faults >= 5;--> statement-breakpoint
CREATE INDEX `targets_unknown` ON `targets` (`enabled`,`on_air`,`kind`,`watchlist_id`,lower(name),`id`) WHERE unknown_since IS NOT NULL;--> statement-breakpoint
CREATE INDEX `targets_expected` ON `targets` (`watchlist_id`,`expected_at`) WHERE expected_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `targets_ranked` ON `targets` (params ->> '$.userId') WHERE kind = 'ranking';--> statement-breakpoint
CREATE INDEX `targets_of_creator` ON `targets` (params ->> '$.values.userId') WHERE kind IN ('list', 'record');--> statement-breakpoint
CREATE INDEX `targets_called` ON `targets` (`kind`,CASE WHEN alias IS NULL THEN identity ELSE alias END);--> statement-breakpoint
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
END;--> statement-breakpoint
CREATE TRIGGER sign_ins_go AFTER DELETE ON tokens BEGIN
  DELETE FROM sign_ins WHERE holder = old.id;
END;--> statement-breakpoint
CREATE TRIGGER sign_ins_expire AFTER UPDATE OF expires_at ON tokens
WHEN old.expires_at <= new.updated_at OR new.expires_at <= new.updated_at BEGIN
  DELETE FROM sign_ins WHERE holder = new.id;
END;--> statement-breakpoint
CREATE TRIGGER targets_come AFTER INSERT ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	INSERT INTO counts (name, n) SELECT 'targets|' || new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM counts WHERE name = 'targets|' || new.kind);
	UPDATE counts SET n = n + 1 WHERE name = 'targets|' || new.kind;
END;--> statement-breakpoint
CREATE TRIGGER targets_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE counts SET n = n - 1 WHERE name = 'targets|' || old.kind;
END;--> statement-breakpoint
CREATE TRIGGER lists_come AFTER INSERT ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	INSERT INTO list_counts (watchlist_id, kind, n) SELECT new.watchlist_id, new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = new.watchlist_id AND kind = new.kind);
	UPDATE list_counts SET n = n + 1 WHERE watchlist_id = new.watchlist_id AND kind = new.kind;
END;--> statement-breakpoint
CREATE TRIGGER lists_move AFTER UPDATE OF watchlist_id ON targets WHEN old.watchlist_id <> new.watchlist_id AND NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE list_counts SET n = n - 1 WHERE watchlist_id = old.watchlist_id AND kind = old.kind;
	DELETE FROM list_counts WHERE watchlist_id = old.watchlist_id AND kind = old.kind AND n = 0;
	INSERT INTO list_counts (watchlist_id, kind, n) SELECT new.watchlist_id, new.kind, 0
		WHERE NOT EXISTS (SELECT 1 FROM list_counts WHERE watchlist_id = new.watchlist_id AND kind = new.kind);
	UPDATE list_counts SET n = n + 1 WHERE watchlist_id = new.watchlist_id AND kind = new.kind;
END;--> statement-breakpoint
CREATE TRIGGER lists_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE list_counts SET n = n - 1 WHERE watchlist_id = old.watchlist_id AND kind = old.kind;
	DELETE FROM list_counts WHERE watchlist_id = old.watchlist_id AND kind = old.kind AND n = 0;
END;--> statement-breakpoint
CREATE TRIGGER names_come AFTER INSERT ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	INSERT INTO name_pages (page, names) SELECT iif(new.kind = 'live', '', '~') || substr(new.id, -1), ''
		WHERE NOT EXISTS (SELECT 1 FROM name_pages WHERE page = iif(new.kind = 'live', '', '~') || substr(new.id, -1));
	UPDATE name_pages SET names = names || char(30) || new.id || char(31) || replace(substr(new.name, 1, 80), char(30), ' ') WHERE page = iif(new.kind = 'live', '', '~') || substr(new.id, -1);
END;--> statement-breakpoint
CREATE TRIGGER names_change AFTER UPDATE OF name ON targets WHEN old.name <> new.name AND NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(substr(old.name, 1, 80), char(30), ' '), char(30) || new.id || char(31) || replace(substr(new.name, 1, 80), char(30), ' '))
		WHERE page = iif(old.kind = 'live', '', '~') || substr(old.id, -1);
END;--> statement-breakpoint
CREATE TRIGGER names_go AFTER DELETE ON targets WHEN NOT EXISTS (SELECT 1 FROM bulk_writes) BEGIN
	UPDATE name_pages SET names = replace(names, char(30) || old.id || char(31) || replace(substr(old.name, 1, 80), char(30), ' '), '') WHERE page = iif(old.kind = 'live', '', '~') || substr(old.id, -1);
END;--> statement-breakpoint
-- A target that is created with the id of a deleted one is the same target: nothing is known of the time between.
CREATE TRIGGER targets_return AFTER INSERT ON targets WHEN EXISTS (SELECT 1 FROM removed_targets WHERE id = new.id) BEGIN
	UPDATE targets SET created_at = r.created_at, gaps = json_insert(r.gaps, '$[#]',
			json_array(coalesce(r.paused_at, r.unknown_since, r.last_ok_at, r.removed_at), new.created_at))
		FROM removed_targets r WHERE targets.id = new.id AND r.id = new.id;
	DELETE FROM removed_targets WHERE id = new.id;
END;
