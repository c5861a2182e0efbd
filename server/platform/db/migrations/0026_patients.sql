ALTER TABLE "patients"
	ADD COLUMN "version" integer DEFAULT 1 NOT NULL,
	ADD COLUMN "joined_to" uuid,
	ADD COLUMN "email_source" text,
	ADD COLUMN "email_since" timestamp with time zone,
	ADD COLUMN "email_next" text,
	ADD COLUMN "email_next_at" timestamp with time zone,
	ADD COLUMN "email_file" text,
	ADD COLUMN "phone_source" text,
	ADD COLUMN "phone_since" timestamp with time zone,
	ADD COLUMN "phone_next" text,
	ADD COLUMN "phone_next_at" timestamp with time zone,
	ADD COLUMN "phone_file" text,
	-- Each part of a name by itself, so that an index finds what begins with what was typed.
	ADD COLUMN "name_words" tsvector GENERATED ALWAYS AS (array_to_tsvector(coalesce(comparable_words(first_name || ' ' || last_name || ' ' || middle_name), '{}'))) STORED NOT NULL,
	ADD CONSTRAINT "patients_joined_to_patients_id_fk" FOREIGN KEY ("joined_to") REFERENCES "public"."patients"("id") ON DELETE set null ON UPDATE no action,
	-- A visitor's record is joined to a registered patient's, never the other way round and never in a chain.
	ADD CONSTRAINT "patients_joined" CHECK (joined_to IS NULL OR NOT verified),
	ADD CONSTRAINT "patients_sources" CHECK (email_source IN ('file', 'patient', 'desk') AND phone_source IN ('file', 'patient', 'desk'));--> statement-breakpoint
-- Without a list of entries still to be sorted in: a search would read all of it.
CREATE INDEX "patients_name_words" ON "patients" USING gin ("name_words") WITH (fastupdate = off);--> statement-breakpoint
CREATE INDEX "patients_joined_to" ON "patients" USING btree ("joined_to") WHERE joined_to IS NOT NULL;--> statement-breakpoint
-- Contacts that the desk has corrected, until codes go to them.
CREATE INDEX "patients_email_next" ON "patients" USING btree ("email_next") WHERE email_next IS NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_phone_next" ON "patients" USING btree ("phone_next") WHERE phone_next IS NOT NULL;--> statement-breakpoint
CREATE TABLE "patient_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"patient_id" uuid NOT NULL REFERENCES "patients"("id") ON DELETE CASCADE,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"written_by" uuid REFERENCES "staff"("id") ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX "patient_notes_patient_id" ON "patient_notes" USING btree ("patient_id","written_at");
