-- Addresses by which calendar programs read the visits of a location or of a doctor.
CREATE TABLE "calendar_feeds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" text NOT NULL,
	"location" text,
	"doctor_id" text REFERENCES "doctors"("id"),
	"locations" text[],
	"names" boolean NOT NULL,
	"made_by" uuid NOT NULL REFERENCES "staff"("id") ON DELETE CASCADE,
	"made_at" timestamp with time zone NOT NULL,
	"last_fetched_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_token_hash" UNIQUE ("token_hash"),
	CONSTRAINT "calendar_feeds_of" CHECK (num_nonnulls(location, doctor_id) = 1 AND (location IS NULL OR locations = ARRAY[location]))
);
--> statement-breakpoint
CREATE INDEX "calendar_feeds_made_by" ON "calendar_feeds" USING btree ("made_by");
