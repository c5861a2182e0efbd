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
ALTER TABLE "patients" ADD COLUMN "clinic_id" text;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "raw_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "title" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "middle_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "birth_date" date;--> statement-breakpoint
CREATE INDEX "challenges_patient_id" ON "challenges" USING btree ("patient_id","created_at");--> statement-breakpoint
CREATE INDEX "challenges_expires_at" ON "challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "patients_clinic_id" ON "patients" USING btree ("clinic_id") WHERE clinic_id IS NOT NULL;