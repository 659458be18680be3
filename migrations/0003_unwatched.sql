CREATE TABLE `unwatched` (
	`target_id` text PRIMARY KEY NOT NULL,
	`why` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text NOT NULL,
	`last_ok_at` integer
);
