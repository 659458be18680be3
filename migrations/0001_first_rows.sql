-- The one row of the ticker, and the watchlist that targets join unless they name another.
INSERT INTO ticker (id) VALUES (1) ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO watchlists (id, name, description, created_at, updated_at)
VALUES ('wl_default', 'default', 'Targets that name no other watchlist.', unixepoch() * 1000, unixepoch() * 1000) ON CONFLICT DO NOTHING;
