-- A move as one statement (docs/decisions/003), brought into the database at every start, after the migrations. Its name
-- carries its version, as the booking function's does.
--
-- Returns the result: 'moved', with the answer that is stored under the key, or why nothing was written: 'stale_version',
-- 'slot_taken', 'same_person_same_time', 'blockers_changed'. A key that turns out to be taken fails the whole statement
-- with the constraint idempotency_keys_pkey.
CREATE OR REPLACE FUNCTION move_appointment_5(
  p_key text,
  p_request_hash text,
  p_answer jsonb,
  p_id uuid,
  p_version integer,
  p_doctor_ids text[],
  p_doctors jsonb,
  p_doctor_of_choice text,
  p_from_location text,
  p_location text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_blockers bigint,
  p_override boolean,
  p_overrides text[],
  p_overridden_blockers jsonb,
  p_tell_at timestamptz,
  p_moved_by uuid,
  p_details jsonb,
  p_reason text,
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
        FROM unnest(ARRAY[p_from_location, p_location]) AS code ORDER BY id) AS ids;

  -- Null: the time was to be checked against no blocker.
  IF p_blockers IS NOT NULL AND (SELECT version FROM blocker_changes) IS DISTINCT FROM p_blockers THEN
    result := 'blockers_changed';
    RETURN;
  END IF;

  -- What the caller has checked of the appointment holds for the version that they read.
  SELECT * INTO was FROM appointments WHERE id = p_id AND version = p_version FOR UPDATE;
  IF NOT FOUND THEN
    result := 'stale_version';
    RETURN;
  END IF;

  -- Only the patient changes whom they chose.
  choice := coalesce(p_doctor_of_choice, doctor_of_choice(was));

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
      WHERE a.patient_id = same.id AND a.id <> p_id
        AND a.takes_time AND a.starts_at < p_ends_at AND a.ends_at > p_starts_at OFFSET 0) AS a);
  IF is_same_person AND NOT p_override THEN
    result := 'same_person_same_time';
    RETURN;
  END IF;
  all_marks := array_remove(was.marks, 'same_person') || CASE WHEN is_same_person THEN ARRAY['same_person'] ELSE '{}' END;

  -- Moves to these doctors' day take turns: two that wait for one another's new time would be a deadlock, which the
  -- database breaks only after a second. Bookings never wait so: they give their time up before they wait.
  PERFORM pg_advisory_xact_lock(id)
  FROM (SELECT hashtextextended('moves:' || doctor || ':' || date_trunc('day', p_starts_at AT TIME ZONE 'UTC')::text, 0) AS id
        FROM unnest(p_doctor_ids) AS doctor ORDER BY id) AS ids;

  FOREACH candidate IN ARRAY p_doctor_ids LOOP
    CONTINUE WHEN EXISTS (
      SELECT FROM appointments taken
      WHERE taken.doctor_id = candidate AND taken.takes_time AND taken.id <> p_id
        AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(p_starts_at, p_ends_at));
    BEGIN
      UPDATE appointments
      SET doctor_id = candidate, doctor_chosen = coalesce(candidate = choice, false),
          preferred_doctor_id = nullif(choice, candidate), location = p_location, starts_at = p_starts_at,
          ends_at = p_ends_at, version = version + 1, moved = moved + 1, waiting_since = NULL, overrides = p_overrides,
          overridden_blockers = p_overridden_blockers,
          override_reasons = override_reasons
            || CASE WHEN p_reason IS NULL THEN '{}' ELSE jsonb_build_object((version + 1)::text, p_reason) END,
          marks = all_marks, tell_at = p_tell_at,
          -- Who is not to be told has heard it.
          told = CASE WHEN p_tell_at IS NULL AND told IS NOT NULL
                      THEN told || jsonb_build_object('startsAt', p_starts_at, 'endsAt', p_ends_at,
                                                      'location', p_location, 'doctorId', candidate)
                      ELSE told END
      WHERE id = p_id
      -- A trigger has set it aside, or brought it back.
      RETURNING patient_confirmed_at INTO confirmed_at;
    EXCEPTION WHEN exclusion_violation THEN
      CONTINUE;
    END;
    IF was.waiting_since IS NULL THEN
      PERFORM time_freed_1(was.location, was.doctor_id, was.starts_at, was.ends_at, p_id, now());
    END IF;
    answer := p_answer || jsonb_build_object('doctor', p_doctors -> candidate, 'marks', to_jsonb(all_marks))
              || CASE WHEN confirmed_at IS NULL THEN '{"patientConfirmedAt": null}' ELSE '{}' END::jsonb;
    INSERT INTO idempotency_keys (key, request_hash, answer) VALUES (p_key, p_request_hash, answer);
    INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
    VALUES (p_moved_by, CASE WHEN p_moved_by IS NULL THEN 'appointment.moved_by_patient' ELSE 'appointment.moved' END,
            'appointment', p_id::text,
            p_details || jsonb_build_object('fromDoctor', was.doctor_id, 'toDoctor', candidate));
    IF p_tell_at IS NOT NULL THEN
      -- With the settings of TOLD_RETRY in server/platform/queue/queues.ts; a test compares them.
      INSERT INTO pgboss.job
        (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy, start_after)
      VALUES ('appointment-told', jsonb_build_object('kind', 'told', 'appointmentId', p_id::text, 'due', p_tell_at), 580,
              15, true, 300, 120, 'undelivered-mail', 'standard', p_tell_at);
    END IF;
    result := 'moved';
    RETURN;
  END LOOP;
  result := 'slot_taken';
END
$function$;
