-- Each message about a visit and what became of it; until now only the queue knew, for some days.
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"appointment_id" uuid NOT NULL REFERENCES "appointments"("id") ON DELETE CASCADE,
	"kind" text NOT NULL,
	"step" text,
	"channel" text,
	"to_key" text,
	"starts_at" timestamp with time zone NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "messages_kind" CHECK (kind IN ('booked', 'moved', 'cancelled', 'reminder', 'closure', 'late', 'offer', 'recall', 'link', 'reply')),
	CONSTRAINT "messages_channel" CHECK (channel IN ('email', 'sms')),
	CONSTRAINT "messages_state" CHECK (state IN ('waiting', 'claimed', 'sent', 'refused', 'given_up', 'unknown', 'no_contact', 'skipped'))
);
--> statement-breakpoint
CREATE INDEX "messages_by_appointment" ON "messages" USING btree ("appointment_id","created_at");--> statement-breakpoint
-- What a reply from a number may be about.
CREATE INDEX "messages_by_number" ON "messages" USING btree ("to_key","created_at") WHERE channel = 'sms';--> statement-breakpoint
-- A visit is reminded of one time by each step once.
CREATE UNIQUE INDEX "messages_reminder_once" ON "messages" USING btree ("appointment_id","step","starts_at") WHERE kind = 'reminder';
