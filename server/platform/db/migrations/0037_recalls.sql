-- Who is invited again some months after a visit.
CREATE TABLE "recalls" (
	"appointment_id" uuid PRIMARY KEY NOT NULL REFERENCES "appointments"("id") ON DELETE CASCADE,
	"months" smallint NOT NULL,
	"due_on" date NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" uuid REFERENCES "staff"("id") ON DELETE SET NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "recalls_months" CHECK (months BETWEEN 1 AND 24)
);
--> statement-breakpoint
CREATE INDEX "recalls_due" ON "recalls" USING btree ("due_on") WHERE settled_at IS NULL;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "sms_at" timestamp with time zone;
