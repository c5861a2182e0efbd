-- 'email_key' and 'phone_e164' are a record's present contacts, for messages and for everything else. One-time codes go to the old
-- one for a day after a correction: that has columns of its own.
ALTER TABLE "patients"
	ADD COLUMN "email_codes" text,
	ADD COLUMN "phone_codes" text;--> statement-breakpoint
UPDATE "patients" SET "email_codes" = "email_key", "email_key" = "email_next" WHERE "email_next" IS NOT NULL;--> statement-breakpoint
UPDATE "patients" SET "phone_codes" = "phone_e164", "phone_e164" = nullif("phone_next", '') WHERE "phone_next" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "patients" DROP COLUMN "email_next", DROP COLUMN "phone_next";--> statement-breakpoint
CREATE INDEX "patients_email_codes" ON "patients" USING btree ("email_codes") WHERE email_codes IS NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_phone_codes" ON "patients" USING btree ("phone_codes") WHERE phone_codes IS NOT NULL;--> statement-breakpoint
-- To whom the link went, as 'visit_links' has it: it opens the offer while the record has that contact.
ALTER TABLE "offers" ADD COLUMN "contact_key" text;
