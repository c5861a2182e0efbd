-- What becomes of a visit, who entered it, and what its patient was last told.
ALTER TABLE "appointments"
	ADD COLUMN "visit" text,
	ADD COLUMN "arrived_at" timestamp with time zone,
	ADD COLUMN "in_chair_at" timestamp with time zone,
	ADD COLUMN "done_at" timestamp with time zone,
	ADD COLUMN "no_show_at" timestamp with time zone,
	ADD COLUMN "full_ends_at" timestamp with time zone,
	ADD COLUMN "patient_confirmed_at" timestamp with time zone,
	ADD COLUMN "channel" text DEFAULT 'web' NOT NULL,
	ADD COLUMN "reachable" boolean DEFAULT true NOT NULL,
	ADD COLUMN "moved" integer DEFAULT 0 NOT NULL,
	ADD COLUMN "waiting_since" timestamp with time zone,
	ADD COLUMN "urgent" boolean DEFAULT false NOT NULL,
	ADD COLUMN "overrides" text[] DEFAULT '{}' NOT NULL,
	ADD COLUMN "told" jsonb,
	ADD COLUMN "tell_at" timestamp with time zone,
	ADD CONSTRAINT "appointments_visit" CHECK (visit IS NULL OR status <> 'cancelled' AND CASE visit
		WHEN 'arrived' THEN arrived_at IS NOT NULL
		WHEN 'in_chair' THEN in_chair_at IS NOT NULL
		WHEN 'done' THEN done_at IS NOT NULL
		WHEN 'no_show' THEN no_show_at IS NOT NULL
		ELSE false END),
	ADD CONSTRAINT "appointments_overrides" CHECK (overrides <@ '{closed,blocker,same_person}'::text[]),
	ADD CONSTRAINT "appointments_channel" CHECK (channel IN ('web', 'desk', 'phone', 'walk_in')),
	-- Whether it holds its doctor's time: said once, for the constraint and for everything that looks for free times.
	ADD COLUMN "takes_time" boolean GENERATED ALWAYS AS
		(status <> 'cancelled' AND visit IS DISTINCT FROM 'no_show' AND waiting_since IS NULL) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "appointments" DROP CONSTRAINT "appointments_no_overlap";--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_no_overlap"
	EXCLUDE USING gist ("doctor_id" WITH =, tstzrange("starts_at", "ends_at", '[)') WITH &&)
	WHERE (takes_time);
