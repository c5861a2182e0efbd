CREATE TABLE "devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"registered_by" uuid,
	"registered_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "devices_state" CHECK (state IN ('active', 'revoked', 'deleted', 'locked_out')),
	CONSTRAINT "devices_ended" CHECK ((state = 'active') = (ended_at IS NULL))
);
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_registered_by_staff_id_fk" FOREIGN KEY ("registered_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "devices_token_hash" ON "devices" USING btree ("token_hash");