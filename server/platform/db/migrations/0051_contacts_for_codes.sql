-- 'email_key' and 'phone_e164' are a record's present contacts, for messages and for everything else. One-time codes go to the old
-- one for a day after a correction: that has columns of its own.
ALTER TABLE "patients"
	ADD COLUMN "email_codes" text,
	ADD COLUMN "phone_codes" text;--> statement-breakpoint
UPDATE "patients" SET "email_codes" = "email_key", "email_key" = "email_next", "email_next" = NULL WHERE "email_next" IS NOT NULL;--> statement-breakpoint
UPDATE "patients" SET "phone_codes" = "phone_e164", "phone_e164" = nullif("phone_next", ''), "phone_next" = NULL WHERE "phone_next" IS NOT NULL;--> statement-breakpoint
-- For processes of the version before, while it is being replaced: their columns stay, and what they write there is stored as above.
-- A later release drops both columns with this.
CREATE FUNCTION "patients_next_contact"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.email_next IS NOT NULL THEN
		NEW.email_codes := coalesce(OLD.email_codes, OLD.email_key);
		NEW.email_key := NEW.email_next;
		NEW.email_next := NULL;
	END IF;
	IF NEW.phone_next IS NOT NULL THEN
		NEW.phone_codes := coalesce(OLD.phone_codes, OLD.phone_e164);
		NEW.phone_e164 := nullif(NEW.phone_next, '');
		NEW.phone_next := NULL;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "patients_next_contact" BEFORE UPDATE OF "email_next", "phone_next" ON "patients" FOR EACH ROW
	WHEN (NEW.email_next IS NOT NULL OR NEW.phone_next IS NOT NULL)
	EXECUTE FUNCTION "patients_next_contact"();--> statement-breakpoint
CREATE INDEX "patients_email_codes" ON "patients" USING btree ("email_codes") WHERE email_codes IS NOT NULL;--> statement-breakpoint
CREATE INDEX "patients_phone_codes" ON "patients" USING btree ("phone_codes") WHERE phone_codes IS NOT NULL;--> statement-breakpoint
-- To whom the link went, as 'visit_links' has it: it opens the offer while the record has that contact.
ALTER TABLE "offers" ADD COLUMN "contact_key" text;
