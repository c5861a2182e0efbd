-- Who has seen an appointment, by the lists, searches and refreshes that had it.
CREATE INDEX "audit_log_seen" ON "audit_log" USING gin ((coalesce(details -> 'ids', details -> 'appointments')))
  WHERE details ?| ARRAY['ids', 'appointments'];--> statement-breakpoint
CREATE INDEX "audit_log_staff" ON "audit_log" USING btree ("staff_id", "id");--> statement-breakpoint
-- When retention last looked, and since when the clock has gone on without a jump; null: no jump is known.
CREATE TABLE "retention_runs" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL CHECK ("only"),
	"last_at" timestamp with time zone NOT NULL,
	"steady_since" timestamp with time zone
);
