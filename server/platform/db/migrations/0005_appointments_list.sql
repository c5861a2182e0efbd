-- The list is read by ranges of these: of a location or of all, each status by itself, from either end (server/appointments/filter.ts).
DROP INDEX "appointments_location_starts_at";--> statement-breakpoint
CREATE INDEX "appointments_by_location" ON "appointments" ("location", "status", "starts_at", "id") INCLUDE ("ends_at");--> statement-breakpoint
CREATE INDEX "appointments_by_status" ON "appointments" ("status", "starts_at", "id") INCLUDE ("ends_at");--> statement-breakpoint
-- What people type is found anywhere in names, email addresses and phone numbers by three letters in a row.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
ALTER TABLE "patients"
	ADD COLUMN "name_key" text GENERATED ALWAYS AS (translate(lower(' ' || first_name || ' ' || last_name), '’ʼ`', '''''''')) STORED NOT NULL,
	ADD COLUMN "phone_digits" text GENERATED ALWAYS AS (coalesce(ltrim(phone_e164, '+'), '') || ' ' || regexp_replace(phone, '[^0-9]', '', 'g')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_search" ON "patients" USING gin ("name_key" gin_trgm_ops,"email_key" gin_trgm_ops,"phone_digits" gin_trgm_ops);
