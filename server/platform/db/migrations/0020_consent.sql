-- Who answers for a patient under age; empty where nobody was named.
ALTER TABLE "patients" ADD COLUMN "guardian" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- When the patient agreed to what /privacy says, and of which day that text was. Null: the clinic booked, or a program that
-- showed no text.
ALTER TABLE "appointments"
	ADD COLUMN "consent_at" timestamp with time zone,
	ADD COLUMN "consent_text" date,
	ADD CONSTRAINT "appointments_consent" CHECK ((consent_at IS NULL) = (consent_text IS NULL));
