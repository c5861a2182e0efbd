-- What a patient cancelled can be taken back for some minutes: since when, and what it was before.
ALTER TABLE "appointments"
	ADD COLUMN "patient_cancelled_at" timestamp with time zone,
	ADD COLUMN "cancelled_from" text,
	ADD CONSTRAINT "appointments_cancelled_from" CHECK (cancelled_from IS NULL
		OR cancelled_from IN ('open', 'confirmed') AND patient_cancelled_at IS NOT NULL AND status = 'cancelled');--> statement-breakpoint
ALTER TABLE "todos" ADD COLUMN "words" text;--> statement-breakpoint
ALTER TABLE "todos" DROP CONSTRAINT "todos_kind";--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_kind" CHECK (kind IN ('cancellation_not_sent', 'booking_not_sent', 'move_not_sent',
	'walk_in_waiting', 'reminder_not_sent', 'message_not_sent', 'asked_to_call', 'cancel_too_late', 'reply_not_understood', 'offer_not_taken'));--> statement-breakpoint
-- Messages that a gateway has delivered, each of which acts once.
CREATE TABLE "incoming_sms" (
	"gateway" text NOT NULL,
	"message_id" text NOT NULL,
	"number_hash" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"action" text,
	"appointment_id" uuid,
	"version" integer,
	CONSTRAINT "incoming_sms_pkey" PRIMARY KEY ("gateway", "message_id")
);
--> statement-breakpoint
CREATE INDEX "incoming_sms_of_number" ON "incoming_sms" USING btree ("number_hash","received_at");--> statement-breakpoint
CREATE INDEX "incoming_sms_by_age" ON "incoming_sms" USING btree ("received_at");
