-- What of an appointment's time blockers took when the desk put it there all the same: [{"blocker", "from", "to"}].
ALTER TABLE "appointments" ADD COLUMN "overridden_blockers" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- For older appointments: each blocker that was saved by then. An entry of one that does not lie over it means nothing.
UPDATE "appointments" a SET "overridden_blockers" = given.blockers
FROM (
	SELECT a.id, jsonb_agg(jsonb_build_object('blocker', b.id, 'from', a.starts_at, 'to', a.ends_at)) AS blockers
	FROM "appointments" a JOIN "blockers" b
		ON b.created_at <= coalesce(a.moved_at, a.created_at)
		AND (b.location IS NULL OR b.location = a.location) AND (b.doctor_id IS NULL OR b.doctor_id = a.doctor_id)
	WHERE 'blocker' = ANY (a.overrides) AND a.status <> 'cancelled' AND a.starts_at > now()
	GROUP BY a.id
) AS given
WHERE a.id = given.id;
