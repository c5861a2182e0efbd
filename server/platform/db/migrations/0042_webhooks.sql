-- Addresses of other programs that are told of visits, what has happened to visits, and the telling of each to each.
-- Neither references the other: a booking must not fail because an address was deleted in the same moment.
CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"secret" bytea NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"off_as" text,
	"off_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "webhooks_off" CHECK ((off_as IS NULL) = (off_at IS NULL) AND off_as IN ('by_hand', 'failures', 'secret'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY,
	"type" text NOT NULL,
	"appointment_id" uuid,
	"at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"webhook_id" uuid NOT NULL,
	"event_id" uuid NOT NULL REFERENCES "webhook_events"("id") ON DELETE CASCADE,
	"seq" bigint NOT NULL,
	"appointment_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"by_hand" boolean DEFAULT false NOT NULL,
	"last_at" timestamp with time zone,
	"last_status" smallint,
	"last_error" text,
	"took_ms" integer,
	CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("webhook_id", "event_id"),
	CONSTRAINT "webhook_deliveries_state" CHECK (state IN ('pending', 'delivered', 'given_up'))
);
--> statement-breakpoint
CREATE INDEX "webhook_events_at" ON "webhook_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_event_id" ON "webhook_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_latest" ON "webhook_deliveries" USING btree ("webhook_id","seq");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_in_order" ON "webhook_deliveries" USING btree ("webhook_id","appointment_id","seq") WHERE state = 'pending';
