-- What the overview counts, by day: made from visits and messages when a day is asked for, and forgotten when one of them changes.
-- UNLOGGED all of them, so that a crash empties them together and nothing outdated stays.
CREATE UNLOGGED TABLE "overview_days" (
	"day" date PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "overview_doctors" (
	"day" date NOT NULL,
	"doctor_id" text NOT NULL,
	"location" text NOT NULL,
	"booked_minutes" integer NOT NULL,
	"done_minutes" integer NOT NULL,
	"busy" int4multirange NOT NULL,
	CONSTRAINT "overview_doctors_pkey" PRIMARY KEY ("day", "doctor_id", "location")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "overview_counts" (
	"day" date NOT NULL,
	"location" text NOT NULL,
	"about" text NOT NULL,
	"key" text NOT NULL,
	"visits" integer NOT NULL,
	"came" integer NOT NULL,
	"missed" integer NOT NULL,
	CONSTRAINT "overview_counts_pkey" PRIMARY KEY ("day", "location", "about", "key")
);
--> statement-breakpoint
-- Without an index or a constraint, so that who changes something waits for nobody else.
CREATE UNLOGGED TABLE "overview_changes" (
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Messages of a day.
CREATE INDEX "messages_by_settled" ON "messages" USING btree ("settled_at") WHERE settled_at IS NOT NULL;--> statement-breakpoint
-- Instants are noted to a quarter of an hour, at which days begin in every zone: thousands of rows of one statement are few then.
CREATE FUNCTION "overview_note_visits"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO overview_changes SELECT DISTINCT date_bin('15 minutes', starts_at, to_timestamp(0)) FROM new_rows;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO overview_changes SELECT DISTINCT date_bin('15 minutes', starts_at, to_timestamp(0)) FROM old_rows;
	ELSE
		INSERT INTO overview_changes
		SELECT DISTINCT date_bin('15 minutes', times.at, to_timestamp(0))
		FROM old_rows o JOIN new_rows n USING (id) CROSS JOIN LATERAL (
			VALUES (o.starts_at), (n.starts_at)
			-- Messages count where their visit is.
			UNION ALL SELECT m.settled_at FROM messages m
			WHERE o.location <> n.location AND m.appointment_id = n.id AND m.settled_at IS NOT NULL
		) AS times (at)
		WHERE (o.starts_at, o.ends_at, o.location, o.doctor_id, o.status, o.visit, o.waiting_since, o.channel, o.moved, o.marks, o.created_at,
		       o.patient_confirmed_at, o.patient_cancelled_at)
			IS DISTINCT FROM (n.starts_at, n.ends_at, n.location, n.doctor_id, n.status, n.visit, n.waiting_since, n.channel, n.moved, n.marks, n.created_at,
			                  n.patient_confirmed_at, n.patient_cancelled_at);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "overview_inserted" AFTER INSERT ON "appointments" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "overview_note_visits"();--> statement-breakpoint
CREATE TRIGGER "overview_updated" AFTER UPDATE ON "appointments" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "overview_note_visits"();--> statement-breakpoint
CREATE TRIGGER "overview_deleted" AFTER DELETE ON "appointments" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "overview_note_visits"();--> statement-breakpoint
-- A message counts on the day it was settled, and a reminder at the visit that it spoke of.
CREATE FUNCTION "overview_note_messages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO overview_changes
		SELECT DISTINCT date_bin('15 minutes', times.at, to_timestamp(0)) FROM new_rows
		CROSS JOIN LATERAL (VALUES (settled_at), (CASE WHEN kind = 'reminder' THEN starts_at END)) AS times (at)
		WHERE settled_at IS NOT NULL AND times.at IS NOT NULL;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO overview_changes
		SELECT DISTINCT date_bin('15 minutes', times.at, to_timestamp(0)) FROM old_rows
		CROSS JOIN LATERAL (VALUES (settled_at), (CASE WHEN kind = 'reminder' THEN starts_at END)) AS times (at)
		WHERE settled_at IS NOT NULL AND times.at IS NOT NULL;
	ELSE
		INSERT INTO overview_changes
		SELECT DISTINCT date_bin('15 minutes', times.at, to_timestamp(0)) FROM old_rows o JOIN new_rows n USING (id)
		CROSS JOIN LATERAL (VALUES (o.settled_at), (n.settled_at), (CASE WHEN o.kind = 'reminder' THEN o.starts_at END),
		                           (CASE WHEN n.kind = 'reminder' THEN n.starts_at END)) AS times (at)
		WHERE times.at IS NOT NULL AND coalesce(o.settled_at, n.settled_at) IS NOT NULL
			AND (o.settled_at, o.state, o.kind, o.channel, o.starts_at, o.appointment_id)
				IS DISTINCT FROM (n.settled_at, n.state, n.kind, n.channel, n.starts_at, n.appointment_id);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "overview_inserted" AFTER INSERT ON "messages" REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "overview_note_messages"();--> statement-breakpoint
CREATE TRIGGER "overview_updated" AFTER UPDATE ON "messages" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "overview_note_messages"();--> statement-breakpoint
CREATE TRIGGER "overview_deleted" AFTER DELETE ON "messages" REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION "overview_note_messages"();
