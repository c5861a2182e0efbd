ALTER TABLE "todos" DROP CONSTRAINT "todos_kind";--> statement-breakpoint
ALTER TABLE "todos" ADD CONSTRAINT "todos_kind" CHECK (kind IN ('cancellation_not_sent', 'booking_not_sent', 'move_not_sent', 'walk_in_waiting'));--> statement-breakpoint
-- Whoever waits without a time, which are few.
CREATE INDEX "appointments_waiting" ON "appointments" USING btree ("waiting_since") WHERE waiting_since IS NOT NULL;
