-- Who would like an earlier time, the times that have become free, and to whom each was offered.
CREATE TABLE "waiting_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"appointment_id" uuid REFERENCES "appointments"("id") ON DELETE CASCADE,
	"patient_id" uuid NOT NULL REFERENCES "patients"("id") ON DELETE CASCADE,
	"location" text NOT NULL,
	"service_id" text,
	"minutes" smallint NOT NULL,
	"doctor_id" text REFERENCES "doctors"("id"),
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"weekdays" smallint[] DEFAULT '{}' NOT NULL,
	"part_of_day" text,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid REFERENCES "staff"("id") ON DELETE SET NULL,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	CONSTRAINT "waiting_entries_days" CHECK (from_day <= to_day AND weekdays <@ '{0,1,2,3,4,5,6}'::smallint[]),
	CONSTRAINT "waiting_entries_part_of_day" CHECK (part_of_day IN ('morning', 'afternoon')),
	CONSTRAINT "waiting_entries_ended" CHECK ((ended_at IS NULL) = (ended_as IS NULL) AND ended_as IN ('claimed', 'withdrawn', 'over'))
);
--> statement-breakpoint
CREATE TABLE "freed_times" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"location" text NOT NULL,
	"doctor_id" text REFERENCES "doctors"("id"),
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"freed_by" uuid,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"round" smallint DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	CONSTRAINT "freed_times_period" CHECK (starts_at < ends_at),
	CONSTRAINT "freed_times_ended" CHECK ((ended_at IS NULL) = (ended_as IS NULL) AND ended_as IN ('taken', 'untaken', 'over'))
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"entry_id" uuid NOT NULL REFERENCES "waiting_entries"("id") ON DELETE CASCADE,
	"freed_id" uuid NOT NULL REFERENCES "freed_times"("id") ON DELETE CASCADE,
	"location" text NOT NULL,
	"doctor_id" text NOT NULL REFERENCES "doctors"("id"),
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"good_until" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"token_hash" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_entries_once" ON "waiting_entries" USING btree ("appointment_id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "waiting_entries_open" ON "waiting_entries" USING btree ("location","created_at","id") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "waiting_entries_patient_id" ON "waiting_entries" USING btree ("patient_id");--> statement-breakpoint
CREATE INDEX "waiting_entries_appointment_id" ON "waiting_entries" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "waiting_entries_ended_at" ON "waiting_entries" USING btree ("ended_at") WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "freed_times_due" ON "freed_times" USING btree ("due_at") WHERE ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "freed_times_ended_at" ON "freed_times" USING btree ("ended_at") WHERE ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "offers_entry_id" ON "offers" USING btree ("entry_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_once" ON "offers" USING btree ("freed_id","entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_token_hash" ON "offers" USING btree ("token_hash");
