-- A doctor's leave; null: the location's.
ALTER TABLE "blockers" ADD COLUMN "doctor_id" text;--> statement-breakpoint
ALTER TABLE "blockers" ADD CONSTRAINT "blockers_doctor_id_doctors_id_fk" FOREIGN KEY ("doctor_id") REFERENCES "public"."doctors"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- When the day was closed from the book, which can be taken back for a while; null: any other blocker.
ALTER TABLE "blockers" ADD COLUMN "closed_at" timestamp with time zone;
