-- Visits that the sweep of reminders has never looked at are older than reminders here, or were booked within the last minute. As if they
-- had their time since now: what would have been due before is nobody's to send, or the first sweep after an upgrade reminds
-- everybody of the next two days at once, at whatever hour. What is due from now on goes out at its time.
UPDATE "appointments" SET "moved_at" = now() WHERE "remind_at" = '1970-01-01 00:00:00+00' AND "starts_at" > now();
