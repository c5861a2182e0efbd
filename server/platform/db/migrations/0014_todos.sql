CREATE TABLE "todos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"appointment_id" uuid NOT NULL REFERENCES "appointments"("id") ON DELETE CASCADE,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" uuid REFERENCES "staff"("id") ON DELETE SET NULL,
	"note" text,
	CONSTRAINT "todos_kind" CHECK (kind IN ('cancellation_not_sent'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX "todos_once" ON "todos" USING btree ("appointment_id","kind");--> statement-breakpoint
CREATE INDEX "todos_open" ON "todos" USING btree ("created_at","id") WHERE done_at IS NULL;
