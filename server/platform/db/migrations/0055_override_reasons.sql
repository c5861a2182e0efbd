-- Why the desk went over hours, a blocker or another appointment of the same patient, by the appointment's version: a reason
-- may be about the patient, and goes with them. The audit trail had it until now, which is the one change ever made there.
ALTER TABLE "appointments" ADD COLUMN "override_reasons" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "appointments" a SET "override_reasons" = given.reasons
FROM (
	SELECT subject_id, jsonb_object_agg(coalesce(details ->> 'version', '1'), details ->> 'reason') AS reasons
	FROM "audit_log" WHERE action IN ('appointment.booked', 'appointment.moved') AND details ? 'reason' GROUP BY subject_id
) AS given
-- What erased patients have left is anonymous.
WHERE a.id::text = given.subject_id AND a.patient_id <> '00000000-0000-4000-8000-000000000000';--> statement-breakpoint
ALTER TABLE "audit_log" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "audit_log" SET details = details - 'reason'
WHERE action IN ('appointment.booked', 'appointment.moved') AND details ? 'reason';--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER USER;
