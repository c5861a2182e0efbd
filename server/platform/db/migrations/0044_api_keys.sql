CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"locations" text[],
	"made_by" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "api_keys_scopes" CHECK (cardinality(scopes) > 0),
	CONSTRAINT "api_keys_locations" CHECK (cardinality(locations) > 0),
	CONSTRAINT "api_keys_made_by_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_key_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
-- When a row last changed as other programs see it: what the worker notes of messages is no change. To the millisecond,
-- as they name it when they ask for what has changed since.
ALTER TABLE "appointments" ADD COLUMN "updated_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" ADD COLUMN "updated_at" timestamp with time zone DEFAULT date_trunc('milliseconds', now()) NOT NULL;--> statement-breakpoint
CREATE INDEX "appointments_by_update" ON "appointments" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX "patients_by_update" ON "patients" USING btree ("updated_at","id");--> statement-breakpoint
CREATE FUNCTION note_update() RETURNS trigger LANGUAGE plpgsql AS $note$
BEGIN
  NEW.updated_at := date_trunc('milliseconds', now());
  RETURN NEW;
END $note$;--> statement-breakpoint
CREATE TRIGGER appointments_updated BEFORE UPDATE ON "appointments" FOR EACH ROW
  WHEN ((OLD.reference, OLD.patient_id, OLD.doctor_id, OLD.location, OLD.service_text, OLD.starts_at, OLD.ends_at, OLD.status,
      OLD.visit, OLD.waiting_since, OLD.patient_confirmed_at)
    IS DISTINCT FROM (NEW.reference, NEW.patient_id, NEW.doctor_id, NEW.location, NEW.service_text, NEW.starts_at, NEW.ends_at,
      NEW.status, NEW.visit, NEW.waiting_since, NEW.patient_confirmed_at))
  EXECUTE FUNCTION note_update();--> statement-breakpoint
CREATE TRIGGER patients_updated BEFORE UPDATE ON "patients" FOR EACH ROW
  WHEN ((OLD.verified, OLD.clinic_id, OLD.title, OLD.first_name, OLD.middle_name, OLD.last_name, OLD.phone, OLD.phone_e164, OLD.email,
      OLD.gender, OLD.birth_date, OLD.address, OLD.guardian, OLD.joined_to)
    IS DISTINCT FROM (NEW.verified, NEW.clinic_id, NEW.title, NEW.first_name, NEW.middle_name, NEW.last_name, NEW.phone,
      NEW.phone_e164, NEW.email, NEW.gender, NEW.birth_date, NEW.address, NEW.guardian, NEW.joined_to))
  EXECUTE FUNCTION note_update();
