CREATE TABLE "visit_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"appointment_id" uuid NOT NULL REFERENCES "appointments"("id") ON DELETE CASCADE,
	"message_id" uuid NOT NULL,
	"contact_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "visit_links_appointment_id" ON "visit_links" USING btree ("appointment_id");--> statement-breakpoint
ALTER TABLE "todos" DROP CONSTRAINT "todos_kind";--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_kind" CHECK (kind IN ('cancellation_not_sent', 'booking_not_sent', 'move_not_sent', 'walk_in_waiting', 'asked_to_call'));
