-- Who has seen an appointment, by the lists, searches and refreshes that had it.
CREATE INDEX "audit_log_seen" ON "audit_log" USING gin ((coalesce(details -> 'ids', details -> 'appointments')))
  WHERE details ?| ARRAY['ids', 'appointments'];--> statement-breakpoint
CREATE INDEX "audit_log_staff" ON "audit_log" USING btree ("staff_id", "id");
