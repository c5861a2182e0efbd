-- A booking as one statement (docs/decisions/003), brought into the database at every start, after the migrations.
--
-- Its name carries its version: whoever changes its parameters or what it does raises it, so that servers of two versions
-- can run on one database, each with its own.
--
-- Each query in it sees what was committed before it, so what is read after a lock is what the lock protects. The
-- visitor's record, or the contacts that a patient's record lacks, the key and the confirmation job are written with the
-- slot or not at all; a key that turns out to be taken fails the whole statement with the constraint
-- idempotency_keys_pkey.
--
-- Returns the result: 'booked', with the answer that is stored under the key, or why nothing was written: 'slot_taken', 'too_many_appointments', 'proof_required',
-- 'same_person_same_time', 'blockers_changed'.
CREATE OR REPLACE FUNCTION book_appointment_12(
  p_key text,
  p_request_hash text,
  p_answer jsonb,
  p_appointment_id uuid,
  p_reference text,
  p_doctor_ids text[],
  p_doctor_chosen boolean,
  p_location text,
  p_service_id text,
  p_service_text text,
  p_appointment_type text,
  p_tariff numeric,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_status text,
  p_complaint text,
  p_language text,
  p_registered boolean,
  p_patient_id uuid,
  p_first_name text,
  p_last_name text,
  p_email text,
  p_email_key text,
  p_phone text,
  p_phone_e164 text,
  p_gender text,
  p_nationality text,
  p_address text,
  p_age smallint,
  p_age_given_on date,
  p_guardian text,
  p_consent_text date,
  p_open_limit integer,
  p_caller text,
  p_proven boolean,
  p_override boolean,
  p_now timestamptz,
  p_blockers bigint,
  p_booked_by uuid,
  p_at_desk boolean,
  p_channel text,
  p_reachable boolean,
  p_waiting_since timestamptz,
  p_urgent boolean,
  p_overrides text[],
  p_overridden_blockers jsonb,
  p_doctors jsonb,
  p_tell_at timestamptz,
  p_details jsonb,
  p_reason text,
  p_remind_at timestamptz,
  OUT result text,
  OUT answer jsonb
) LANGUAGE plpgsql AS $function$
DECLARE
  candidate text;
  has_slot boolean;
  open_already bigint;
  open_of_caller bigint;
  is_same_person boolean;
  refusal text;
  all_marks text[];
BEGIN
  -- Bookings share the location's lock; whoever saves a blocker takes it alone (docs/decisions/010). A booking that was
  -- checked against other blockers than those of now is not stored; null: it was to be checked against none.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('location:' || p_location, 0));

  IF p_blockers IS NOT NULL AND (SELECT version FROM blocker_changes) IS DISTINCT FROM p_blockers THEN
    result := 'blockers_changed';
    RETURN;
  END IF;

  -- Bookings of one patient or contact take turns, so that counts and marks hold in a race. Locked in one order, they do
  -- not wait for one another in a circle.
  IF p_open_limit IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(id)
    FROM (SELECT DISTINCT hashtextextended(who, 0) AS id
          FROM unnest(CASE WHEN p_registered THEN ARRAY['patient:' || p_patient_id]
                      ELSE ARRAY['contact:' || p_email_key, 'contact:' || p_phone_e164] END) AS who
          WHERE who IS NOT NULL ORDER BY id) AS ids;
  END IF;

  -- What is booked already (docs/decisions/029). A verified patient hears of their own: of an overlapping visit, and of
  -- the limit of open appointments (null lifts it). A visitor hears of nobody's: records of the contact that was typed
  -- only mark the booking for the desk, and what refuses or asks for a proof is what the same caller has booked for that
  -- contact: from the same address, whatever the browser calls itself, or in the same browser (server/accounts/abuse/caller-mark.ts).
  -- All of it is judged after the time itself, so that it tells nothing that a free time would not.
  --
  -- All of it is found from the contact by index: two look-ups and a union. OFFSET 0 keeps the planner from starting at
  -- the appointments, as it would by what it knows of tables that have not been analysed yet.
  IF p_registered THEN
    is_same_person := EXISTS (
      SELECT FROM patients me
      CROSS JOIN LATERAL (
        SELECT me.id, true AS is_me, '' AS name
        UNION ALL
        SELECT p.id, false, p.first_name || ' ' || p.last_name || ' ' || p.middle_name
        FROM patients p WHERE NOT p.verified AND p.email_key = nullif(me.email_key, '') AND p.id <> me.id
        UNION ALL
        SELECT p.id, false, p.first_name || ' ' || p.last_name || ' ' || p.middle_name
        FROM patients p WHERE NOT p.verified AND p.phone_e164 = me.phone_e164 AND p.id <> me.id) AS p
      CROSS JOIN LATERAL (
        SELECT FROM appointments a
        WHERE a.patient_id = p.id AND a.takes_time AND a.starts_at < p_ends_at AND a.ends_at > p_starts_at OFFSET 0) AS a
      WHERE me.id = p_patient_id
        AND (p.is_me OR comparable_words(p.name)
                      = comparable_words(me.first_name || ' ' || me.last_name || ' ' || me.middle_name)));
    IF is_same_person AND NOT p_override THEN
      refusal := 'same_person_same_time';
    ELSIF p_open_limit <= (SELECT count(*) FROM appointments
                           WHERE patient_id = p_patient_id AND status = 'open' AND starts_at > p_now) THEN
      refusal := 'too_many_appointments';
    END IF;
  ELSE
    SELECT count(*) FILTER (WHERE is_open AND NOT verified),
           count(*) FILTER (WHERE is_open AND is_of_caller),
           coalesce(bool_or(CASE WHEN is_overlapping
             THEN (first_name, last_name, middle_name) = (p_first_name, p_last_name, '')
               OR comparable_words(first_name || ' ' || last_name || ' ' || middle_name)
                = comparable_words(p_first_name || ' ' || p_last_name) END), false)
    INTO open_already, open_of_caller, is_same_person
    FROM (SELECT p.verified, p.first_name, p.last_name, p.middle_name,
                 split_part(a.caller, '.', 1) = split_part(p_caller, '.', 1)
                   OR split_part(p_caller, '.', 3) NOT IN ('', '-')
                      AND split_part(a.caller, '.', 3) = split_part(p_caller, '.', 3) AS is_of_caller,
                 a.status = 'open' AND a.starts_at > p_now AS is_open,
                 a.takes_time AND a.starts_at < p_ends_at AND a.ends_at > p_starts_at AS is_overlapping
          FROM (SELECT id, verified, first_name, last_name, middle_name FROM patients WHERE email_key = p_email_key
                UNION
                SELECT id, verified, first_name, last_name, middle_name FROM patients WHERE phone_e164 = p_phone_e164) AS p
          CROSS JOIN LATERAL (
            SELECT caller, status, starts_at, ends_at, takes_time FROM appointments
            WHERE patient_id = p.id AND status IN ('open', 'confirmed') OFFSET 0) AS a) AS theirs
    WHERE is_open OR is_overlapping;
    refusal := CASE WHEN p_at_desk AND is_same_person AND NOT p_override THEN 'same_person_same_time'
                    WHEN open_of_caller >= 2 * p_open_limit THEN 'too_many_appointments'
                    WHEN open_of_caller >= p_open_limit AND NOT p_proven THEN 'proof_required' END;
  END IF;
  IF refusal IS NOT NULL THEN
    result := CASE WHEN refusal = 'same_person_same_time' OR EXISTS (
      SELECT FROM unnest(p_doctor_ids) AS free (doctor)
      WHERE NOT EXISTS (SELECT FROM appointments taken
                        WHERE taken.doctor_id = free.doctor AND taken.takes_time
                          AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(p_starts_at, p_ends_at)))
      THEN refusal ELSE 'slot_taken' END;
    RETURN;
  END IF;
  all_marks := array_remove(ARRAY[CASE WHEN is_same_person THEN 'same_person' END,
                                  CASE WHEN NOT p_registered AND open_already >= p_open_limit THEN 'over_limit' END], NULL);

  -- The doctors are tried in the order given until one takes the slot, after a running booking of the same slot or key.
  FOREACH candidate IN ARRAY p_doctor_ids LOOP
    -- Who takes it is known here, and so are the marks, which only the desk is told.
    answer := p_answer || jsonb_build_object('doctor', p_doctors -> candidate)
      || CASE WHEN p_at_desk THEN jsonb_build_object('marks', to_jsonb(all_marks)) ELSE '{}' END;
    WITH booked AS (
      INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
                                service_text, appointment_type, tariff, starts_at, ends_at, status, complaint, language,
                                marks, caller, booked_by, channel, reachable, waiting_since, urgent, overrides, tell_at,
                                consent_at, consent_text, override_reasons, overridden_blockers, remind_at)
      VALUES (p_appointment_id, p_reference, p_patient_id, candidate, p_doctor_chosen, p_location, p_service_id,
              p_service_text, p_appointment_type, p_tariff, p_starts_at, p_ends_at, p_status, p_complaint, p_language,
              all_marks, p_caller, p_booked_by, p_channel, p_reachable, p_waiting_since, p_urgent, p_overrides, p_tell_at,
              CASE WHEN p_consent_text IS NOT NULL THEN p_now END, p_consent_text,
              CASE WHEN p_reason IS NULL THEN '{}' ELSE jsonb_build_object('1', p_reason) END,
              p_overridden_blockers, p_remind_at)
      ON CONFLICT ON CONSTRAINT appointments_no_overlap DO NOTHING
      RETURNING id
    ), person AS (
      INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender, nationality,
                            address, age, age_given_on, guardian)
      SELECT p_patient_id, p_first_name, p_last_name, p_email, coalesce(p_email_key, ''), p_phone, p_phone_e164, p_gender,
             p_nationality, p_address, p_age, p_age_given_on, coalesce(p_guardian, '')
      FROM booked WHERE NOT p_registered
    )
    SELECT true INTO has_slot FROM booked;
    EXIT WHEN has_slot;
  END LOOP;
  IF has_slot IS NOT TRUE THEN
    answer := NULL;
    result := 'slot_taken';
    RETURN;
  END IF;

  -- Each a statement of its own, since one prepares all that it might write.
  INSERT INTO idempotency_keys (key, request_hash, answer) VALUES (p_key, p_request_hash, book_appointment_12.answer);
  IF NOT p_at_desk THEN
    -- As server/platform/queue/enqueue.ts asks for a confirmation; a test holds the two equal.
    INSERT INTO pgboss.job
      (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy)
      SELECT 'confirmation-mail', jsonb_build_object('appointmentId', id::text), 580,
             15, true, 300, 120, 'undelivered-mail', 'standard'
      FROM (SELECT p_appointment_id AS id) AS booked;
  END IF;
  IF p_registered AND (p_email IS NOT NULL OR p_phone IS NOT NULL OR p_guardian IS NOT NULL) THEN
    -- What another booking has filled in meanwhile stays. Contacts get no comparable form: nobody has shown that
    -- they are the patient's, so no code is asked for by them or sent to them (docs/decisions/014).
    UPDATE patients
    SET email = CASE WHEN email = '' THEN coalesce(p_email, '') ELSE email END,
        phone = CASE WHEN phone = '' THEN coalesce(p_phone, '') ELSE phone END,
        guardian = CASE WHEN guardian = '' THEN coalesce(p_guardian, '') ELSE guardian END
    WHERE id = p_patient_id
      AND (p_email IS NOT NULL AND email = '' OR p_phone IS NOT NULL AND phone = ''
           OR p_guardian IS NOT NULL AND guardian = '');
  END IF;
  IF p_booked_by IS NOT NULL THEN
    INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
    VALUES (p_booked_by, 'appointment.booked', 'appointment', p_appointment_id::text, p_details);
  END IF;
  IF p_tell_at IS NOT NULL THEN
    INSERT INTO pgboss.job
      (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy, start_after)
    VALUES ('appointment-told', jsonb_build_object('kind', 'told', 'appointmentId', p_appointment_id::text, 'due', p_tell_at), 580,
            15, true, 300, 120, 'undelivered-mail', 'standard', p_tell_at);
  END IF;
  result := 'booked';
END
$function$;
