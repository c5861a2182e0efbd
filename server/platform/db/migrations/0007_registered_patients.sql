CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"contact_key" text NOT NULL,
	"patient_id" uuid NOT NULL,
	"code_hash" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "challenges_kind" CHECK (kind IN ('code', 'choice'))
);
--> statement-breakpoint
ALTER TABLE "patients"
	ADD COLUMN "clinic_id" text,
	ADD COLUMN "raw_id" text DEFAULT '' NOT NULL,
	ADD COLUMN "title" text DEFAULT '' NOT NULL,
	ADD COLUMN "middle_name" text DEFAULT '' NOT NULL,
	ADD COLUMN "birth_date" date;--> statement-breakpoint
-- Middle name and clinic id are searched for as well. PostgreSQL before 17 cannot change what a column is generated from, and its index goes with it.
ALTER TABLE "patients" DROP COLUMN "name_key";--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "name_key" text GENERATED ALWAYS AS (translate(lower(regexp_replace(normalize(' ' || first_name || ' ' || last_name || ' ' || middle_name || coalesce(' ' || clinic_id, '') || CASE WHEN email_key = '' AND email <> '' THEN ' ' || email ELSE '' END, NFKD), '[\u0300-\u036f]', '', 'g')), '’ʼ`ɓƁɗƊƙƘƴƳ', '''''''bbddkkyy')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_search" ON "patients" USING gin ("name_key" gin_trgm_ops,"email_key" gin_trgm_ops,"phone_digits" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "challenges_patient_id" ON "challenges" USING btree ("patient_id","created_at");--> statement-breakpoint
CREATE INDEX "challenges_expires_at" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "patients_clinic_id" ON "patients" USING btree ("clinic_id") WHERE clinic_id IS NOT NULL;
