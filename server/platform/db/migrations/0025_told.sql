-- Patients of visits to come have had their confirmation.
UPDATE "appointments" SET "told" = jsonb_build_object('startsAt', starts_at, 'endsAt', ends_at, 'location', location, 'doctorId', doctor_id)
	WHERE starts_at > now() AND status <> 'cancelled';--> statement-breakpoint
ALTER TABLE "todos" DROP CONSTRAINT "todos_kind";--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_kind" CHECK (kind IN ('cancellation_not_sent', 'booking_not_sent', 'move_not_sent'));
