-- 'stands': a closure that was told of was taken back. 'no_gateway': nobody sends SMS, and the patient has a number alone. 'link' was
-- never sent.
ALTER TABLE "messages" DROP CONSTRAINT "messages_kind";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_kind" CHECK (kind IN ('booked', 'moved', 'cancelled', 'reminder', 'closure', 'stands', 'late',
	'offer', 'recall', 'reply'));--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_state";--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_state" CHECK (state IN ('waiting', 'claimed', 'sent', 'refused', 'given_up', 'unknown',
	'no_contact', 'no_gateway', 'skipped'));
