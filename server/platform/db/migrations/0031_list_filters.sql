-- The list by doctor, and by how far a visit has got: both read and counted from an index alone (decision 012).
DROP INDEX "appointments_by_location";--> statement-breakpoint
CREATE INDEX "appointments_by_location" ON "appointments" ("location", "status", "starts_at", "id") INCLUDE ("ends_at", "visit");--> statement-breakpoint
CREATE INDEX "appointments_by_doctor" ON "appointments" ("doctor_id", "status", "starts_at", "id") INCLUDE ("ends_at", "location", "visit");
