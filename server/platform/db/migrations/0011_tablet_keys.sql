ALTER TABLE "devices" ADD COLUMN "public_key" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "locations" text[];--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_key" CHECK ((public_key IS NULL) = (key_id IS NULL));--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_locations" CHECK (cardinality(locations) > 0);
