-- A move as one statement (docs/decisions/003), brought into the database at every start, after the migrations. Its name
-- and its record's carry its version, as the booking function's do.
--
-- Returns the result: 'moved', with the answer that is stored under the key, or why nothing was written: 'stale_version',
-- 'slot_taken', 'same_person_same_time', 'blockers_changed'. A key that turns out to be taken fails the whole statement
-- with the constraint idempotency_keys_pkey.
DO $do$ BEGIN
  IF to_regtype('move_6') IS NULL THEN
    CREATE TYPE move_6 AS (
      key text,
      request_hash text,
      answer jsonb,
      id uuid,
      version integer,
      doctor_ids text[],
      doctors jsonb,
      doctor_of_choice text,
      from_location text,
      location text,
      starts_at timestamptz,
      ends_at timestamptz,
      blockers bigint,
      override boolean,
      overrides text[],
      overridden_blockers jsonb,
      tell_at timestamptz,
      moved_by uuid,
      details text,
      reason text
    );
  END IF;
END $do$;

CREATE OR REPLACE FUNCTION move_appointment_6(
  asked move_6,
  OUT result text,
  OUT answer jsonb
) LANGUAGE plpgsql AS $function$
DECLARE
  candidate text;
  me patients;
  was appointments;
  is_same_person boolean;
  all_marks text[];
  choice text;
  confirmed_at timestamptz;
BEGIN
  -- As a booking does, at both locations; everyone takes them in one order.
  PERFORM pg_advisory_xact_lock_shared(id)
  FROM (SELECT DISTINCT hashtextextended('location:' || code, 0) AS id
        FROM unnest(ARRAY[asked.from_location, asked.location]) AS code ORDER BY id) AS ids;

  -- Null: the time was to be checked against no blocker.
  IF asked.blockers IS NOT NULL AND (SELECT version FROM blocker_changes) IS DISTINCT FROM asked.blockers THEN
    result := 'blockers_changed';
    RETURN;
  END IF;

  -- What the caller has checked of the appointment holds for the version that they read.
  SELECT * INTO was FROM appointments WHERE id = asked.id AND version = asked.version FOR UPDATE;
  IF NOT FOUND THEN
    result := 'stale_version';
    RETURN;
  END IF;

  -- Only the patient changes whom they chose.
  choice := coalesce(asked.doctor_of_choice, doctor_of_choice(was));

  SELECT * INTO me FROM patients WHERE id = was.patient_id;
  -- From the contact by index, as a booking does.
  is_same_person := EXISTS (
    SELECT FROM (SELECT me.id
                 UNION ALL
                 SELECT p.id FROM patients p
                 WHERE p.email_key = nullif(me.email_key, '') AND NOT (p.verified AND me.verified)
                   AND comparable_words(p.first_name || ' ' || p.last_name || ' ' || p.middle_name)
                     = comparable_words(me.first_name || ' ' || me.last_name || ' ' || me.middle_name)
                 UNION ALL
                 SELECT p.id FROM patients p
                 WHERE p.phone_e164 = me.phone_e164 AND NOT (p.verified AND me.verified)
                   AND comparable_words(p.first_name || ' ' || p.last_name || ' ' || p.middle_name)
                     = comparable_words(me.first_name || ' ' || me.last_name || ' ' || me.middle_name)) AS same
    CROSS JOIN LATERAL (
      SELECT FROM appointments a
      WHERE a.patient_id = same.id AND a.id <> asked.id
        AND a.takes_time AND a.starts_at < asked.ends_at AND a.ends_at > asked.starts_at OFFSET 0) AS a);
  IF is_same_person AND NOT asked.override THEN
    result := 'same_person_same_time';
    RETURN;
  END IF;
  all_marks := array_remove(was.marks, 'same_person') || CASE WHEN is_same_person THEN ARRAY['same_person'] ELSE '{}' END;

  -- Moves to these doctors' day take turns: two that wait for one another's new time would be a deadlock, which the
  -- database breaks only after a second. Bookings never wait so: they give their time up before they wait.
  PERFORM pg_advisory_xact_lock(id)
  FROM (SELECT hashtextextended('moves:' || doctor || ':' || date_trunc('day', asked.starts_at AT TIME ZONE 'UTC')::text, 0) AS id
        FROM unnest(asked.doctor_ids) AS doctor ORDER BY id) AS ids;

  FOREACH candidate IN ARRAY asked.doctor_ids LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM appointments taken
      WHERE taken.doctor_id = candidate AND taken.takes_time AND taken.id <> asked.id
        AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(asked.starts_at, asked.ends_at));
    BEGIN
      UPDATE appointments
      SET doctor_id = candidate, doctor_chosen = coalesce(candidate = choice, false),
          preferred_doctor_id = nullif(choice, candidate), location = asked.location, starts_at = asked.starts_at,
          ends_at = asked.ends_at, version = version + 1, moved = moved + 1, waiting_since = NULL, overrides = asked.overrides,
          overridden_blockers = asked.overridden_blockers,
          override_reasons = override_reasons
            || CASE WHEN asked.reason IS NULL THEN '{}' ELSE jsonb_build_object((version + 1)::text, asked.reason) END,
          marks = all_marks, tell_at = asked.tell_at,
          -- Who is not to be told has heard it.
          told = CASE WHEN asked.tell_at IS NULL AND told IS NOT NULL
                      THEN told || jsonb_build_object('startsAt', asked.starts_at, 'endsAt', asked.ends_at,
                                                      'location', asked.location, 'doctorId', candidate)
                      ELSE told END
      WHERE id = asked.id
      -- A trigger has set it aside, or brought it back.
      RETURNING patient_confirmed_at INTO confirmed_at;
    EXCEPTION WHEN exclusion_violation THEN
      CONTINUE;
    END;
    IF was.waiting_since IS NULL THEN
      PERFORM time_freed_1(was.location, was.doctor_id, was.starts_at, was.ends_at, asked.id, now());
    END IF;
    answer := asked.answer || jsonb_build_object('doctor', asked.doctors -> candidate, 'marks', to_jsonb(all_marks))
              || CASE WHEN confirmed_at IS NULL THEN '{"patientConfirmedAt": null}' ELSE '{}' END::jsonb;
    INSERT INTO idempotency_keys (key, request_hash, answer) VALUES (asked.key, asked.request_hash, answer);
    INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
    VALUES (asked.moved_by, CASE WHEN asked.moved_by IS NULL THEN 'appointment.moved_by_patient' ELSE 'appointment.moved' END,
            'appointment', asked.id::text,
            asked.details::jsonb || jsonb_build_object('fromDoctor', was.doctor_id, 'toDoctor', candidate));
    IF asked.tell_at IS NOT NULL THEN
      -- With the settings of CHANGE_NOTICE (change-notice-job.ts); a test compares them.
      INSERT INTO pgboss.job
        (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy, start_after)
      VALUES ('appointment-told', jsonb_build_object('kind', 'told', 'appointmentId', asked.id::text, 'due', asked.tell_at), 580,
              15, true, 300, 120, 'undelivered-mail', 'standard', asked.tell_at);
    END IF;
    result := 'moved';
    RETURN;
  END LOOP;
  result := 'slot_taken';
END
$function$;
