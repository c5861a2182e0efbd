-- Every account keeps what it had: an admin's location was a filter and stays one, staff see nothing.
ALTER TABLE "staff"
	ADD COLUMN "locations" text[] DEFAULT '{}' NOT NULL,
	ADD COLUMN "doctor_id" text,
	ADD COLUMN "rights_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
UPDATE "staff" SET "locations" = ARRAY["location"] WHERE "location" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "staff" DROP COLUMN "location";--> statement-breakpoint
-- The specification's location is the first one.
ALTER TABLE "staff" ADD COLUMN "location" text GENERATED ALWAYS AS ("locations"[1]) STORED;--> statement-breakpoint
ALTER TABLE "staff" DROP CONSTRAINT "staff_type";--> statement-breakpoint
ALTER TABLE "staff"
	ADD CONSTRAINT "staff_type" CHECK (type IN ('admin', 'manager', 'reception', 'doctor', 'staff')),
	ADD CONSTRAINT "staff_locations" CHECK (type IN ('admin', 'staff') OR cardinality(locations) > 0),
	ADD CONSTRAINT "staff_doctor" CHECK ((type = 'doctor') = (doctor_id IS NOT NULL));--> statement-breakpoint
ALTER TABLE "invitations"
	ADD COLUMN "locations" text[] DEFAULT '{}' NOT NULL,
	ADD COLUMN "doctor_id" text;--> statement-breakpoint
UPDATE "invitations" SET "locations" = ARRAY["location"] WHERE "location" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" DROP COLUMN "location";--> statement-breakpoint
ALTER TABLE "invitations" DROP CONSTRAINT "invitations_type";--> statement-breakpoint
ALTER TABLE "invitations"
	ADD CONSTRAINT "invitations_type" CHECK (type IN ('admin', 'manager', 'reception', 'doctor', 'staff')),
	ADD CONSTRAINT "invitations_locations" CHECK (type IN ('admin', 'staff') OR cardinality(locations) > 0),
	ADD CONSTRAINT "invitations_doctor" CHECK ((type = 'doctor') = (doctor_id IS NOT NULL));--> statement-breakpoint
-- Who of the staff booked it; null: the patient did, or the account is gone.
ALTER TABLE "appointments" ADD COLUMN "booked_by" uuid;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_booked_by_staff_id_fk" FOREIGN KEY ("booked_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;
