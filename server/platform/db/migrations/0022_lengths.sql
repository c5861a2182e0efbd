-- How long a service takes, and who does it; null: every doctor.
ALTER TABLE "services"
	ADD COLUMN "minutes" smallint DEFAULT 30 NOT NULL,
	ADD COLUMN "doctors" text[];--> statement-breakpoint
ALTER TABLE "services" ADD CONSTRAINT "services_minutes" CHECK (minutes BETWEEN 10 AND 240 AND minutes % 5 = 0);--> statement-breakpoint
-- A doctor's own hours by location; null: as long as the location is open.
ALTER TABLE "doctors" ADD COLUMN "opening_hours" jsonb;
