-- When a visit got its time or place, and when its reminders are to be looked at next: a new one at once, null for never
-- again. Whoever changes its time or takes its cancellation back starts that anew, by whatever statement.
ALTER TABLE "appointments" ADD COLUMN "moved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "remind_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "appointments" ALTER COLUMN "remind_at" SET DEFAULT '1970-01-01 00:00:00+00';--> statement-breakpoint
UPDATE "appointments" SET "remind_at" = DEFAULT WHERE starts_at > now();--> statement-breakpoint
CREATE INDEX "appointments_to_remind" ON "appointments" USING btree ("remind_at") WHERE remind_at IS NOT NULL;--> statement-breakpoint
CREATE FUNCTION "appointments_timed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (OLD.starts_at, OLD.location) IS DISTINCT FROM (NEW.starts_at, NEW.location) THEN
		NEW.moved_at := now();
	END IF;
	NEW.remind_at := '1970-01-01 00:00:00+00';
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "appointments_timed" BEFORE UPDATE OF "starts_at", "location", "status" ON "appointments" FOR EACH ROW
	WHEN ((OLD.starts_at, OLD.location) IS DISTINCT FROM (NEW.starts_at, NEW.location)
		OR OLD.status = 'cancelled' AND NEW.status <> 'cancelled')
	EXECUTE FUNCTION "appointments_timed"();
