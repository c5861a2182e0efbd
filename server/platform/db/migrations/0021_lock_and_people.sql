-- 244 random bits: what a locked browser keeps is sealed under it, and only the server has it then.
ALTER TABLE "sessions" ADD COLUMN "lock_key" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "locked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "device_id" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade;--> statement-breakpoint
CREATE INDEX "sessions_device" ON "sessions" USING btree ("device_id") WHERE device_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE "device_people" (
	"device_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"pin_hash" text,
	"pin_tries" smallint DEFAULT 0 NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"public_key" text,
	"key_id" text,
	CONSTRAINT "device_people_pkey" PRIMARY KEY ("device_id", "staff_id"),
	CONSTRAINT "device_people_key" CHECK ((public_key IS NULL) = (key_id IS NULL)),
	CONSTRAINT "device_people_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade,
	CONSTRAINT "device_people_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade
);--> statement-breakpoint
CREATE INDEX "device_people_staff" ON "device_people" USING btree ("staff_id");--> statement-breakpoint
-- Each person of a tablet has a key of their own from here on; a tablet tells it with their next PIN.
ALTER TABLE "devices" DROP CONSTRAINT "devices_key";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "public_key";--> statement-breakpoint
ALTER TABLE "devices" DROP COLUMN "key_id";
