-- A booking as one statement (docs/decisions/003), brought into the database at every start, after the migrations.
--
-- Its name and that of the record it takes carry its version: whoever changes the record or what the function does raises both,
-- so that servers of two versions can run on one database, each with its own.
--
-- Each query in it sees what was committed before it, so what is read after a lock is what the lock protects. The
-- visitor's record, or the contacts that a patient's record lacks, the key and the confirmation job are written with the
-- slot or not at all; a key that turns out to be taken fails the whole statement with the constraint
-- idempotency_keys_pkey.
--
-- Returns the result: 'booked', with the answer that is stored under the key, or why nothing was written: 'slot_taken', 'too_many_appointments', 'proof_required',
-- 'same_person_same_time', 'blockers_changed'.
DO $do$ BEGIN
  IF to_regtype('booking_13') IS NULL THEN
    CREATE TYPE booking_13 AS (
      key text,
      request_hash text,
      answer jsonb,
      appointment_id uuid,
      reference text,
      doctor_ids text[],
      doctor_chosen boolean,
      location text,
      service_id text,
      service_text text,
      appointment_type text,
      tariff numeric,
      starts_at timestamptz,
      ends_at timestamptz,
      status text,
      complaint text,
      language text,
      registered boolean,
      patient_id uuid,
      first_name text,
      last_name text,
      email text,
      email_key text,
      phone text,
      phone_e164 text,
      gender text,
      nationality text,
      address text,
      age smallint,
      age_given_on date,
      guardian text,
      consent_text date,
      open_limit integer,
      caller text,
      proven boolean,
      override boolean,
      now timestamptz,
      blockers bigint,
      booked_by uuid,
      at_desk boolean,
      channel text,
      reachable boolean,
      waiting_since timestamptz,
      urgent boolean,
      overrides text[],
      overridden_blockers jsonb,
      doctors jsonb,
      tell_at timestamptz,
      details text,
      reason text,
      remind_at timestamptz
    );
  END IF;
END $do$;

CREATE OR REPLACE FUNCTION book_appointment_13(
  asked booking_13,
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
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('location:' || asked.location, 0));

  IF asked.blockers IS NOT NULL AND (SELECT version FROM blocker_changes) IS DISTINCT FROM asked.blockers THEN
    result := 'blockers_changed';
    RETURN;
  END IF;

  -- Bookings of one patient or contact take turns, so that counts and marks hold in a race. Locked in one order, they do
  -- not wait for one another in a circle.
  IF asked.open_limit IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(id)
    FROM (SELECT DISTINCT hashtextextended(who, 0) AS id
          FROM unnest(CASE WHEN asked.registered THEN ARRAY['patient:' || asked.patient_id]
                      ELSE ARRAY['contact:' || asked.email_key, 'contact:' || asked.phone_e164] END) AS who
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
  IF asked.registered THEN
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
        WHERE a.patient_id = p.id AND a.takes_time AND a.starts_at < asked.ends_at AND a.ends_at > asked.starts_at OFFSET 0) AS a
      WHERE me.id = asked.patient_id
        AND (p.is_me OR comparable_words(p.name)
                      = comparable_words(me.first_name || ' ' || me.last_name || ' ' || me.middle_name)));
    IF is_same_person AND NOT asked.override THEN
      refusal := 'same_person_same_time';
    ELSIF asked.open_limit <= (SELECT count(*) FROM appointments
                           WHERE patient_id = asked.patient_id AND status = 'open' AND starts_at > asked.now) THEN
      refusal := 'too_many_appointments';
    END IF;
  ELSE
    SELECT count(*) FILTER (WHERE is_open AND NOT verified),
           count(*) FILTER (WHERE is_open AND is_of_caller),
           coalesce(bool_or(CASE WHEN is_overlapping
             THEN (first_name, last_name, middle_name) = (asked.first_name, asked.last_name, '')
               OR comparable_words(first_name || ' ' || last_name || ' ' || middle_name)
                = comparable_words(asked.first_name || ' ' || asked.last_name) END), false)
    INTO open_already, open_of_caller, is_same_person
    FROM (SELECT p.verified, p.first_name, p.last_name, p.middle_name,
                 split_part(a.caller, '.', 1) = split_part(asked.caller, '.', 1)
                   OR split_part(asked.caller, '.', 3) NOT IN ('', '-')
                      AND split_part(a.caller, '.', 3) = split_part(asked.caller, '.', 3) AS is_of_caller,
                 a.status = 'open' AND a.starts_at > asked.now AS is_open,
                 a.takes_time AND a.starts_at < asked.ends_at AND a.ends_at > asked.starts_at AS is_overlapping
          FROM (SELECT id, verified, first_name, last_name, middle_name FROM patients WHERE email_key = asked.email_key
                UNION
                SELECT id, verified, first_name, last_name, middle_name FROM patients WHERE phone_e164 = asked.phone_e164) AS p
          CROSS JOIN LATERAL (
            SELECT caller, status, starts_at, ends_at, takes_time FROM appointments
            WHERE patient_id = p.id AND status IN ('open', 'confirmed') OFFSET 0) AS a) AS theirs
    WHERE is_open OR is_overlapping;
    refusal := CASE WHEN asked.at_desk AND is_same_person AND NOT asked.override THEN 'same_person_same_time'
                    WHEN open_of_caller >= 2 * asked.open_limit THEN 'too_many_appointments'
                    WHEN open_of_caller >= asked.open_limit AND NOT asked.proven THEN 'proof_required' END;
  END IF;
  IF refusal IS NOT NULL THEN
    result := CASE WHEN refusal = 'same_person_same_time' OR EXISTS (
      SELECT FROM unnest(asked.doctor_ids) AS free (doctor)
      WHERE NOT EXISTS (SELECT FROM appointments taken
                        WHERE taken.doctor_id = free.doctor AND taken.takes_time
                          AND tstzrange(taken.starts_at, taken.ends_at) && tstzrange(asked.starts_at, asked.ends_at)))
      THEN refusal ELSE 'slot_taken' END;
    RETURN;
  END IF;
  all_marks := array_remove(ARRAY[CASE WHEN is_same_person THEN 'same_person' END,
                                  CASE WHEN NOT asked.registered AND open_already >= asked.open_limit THEN 'over_limit' END], NULL);

  -- The doctors are tried in the order given until one takes the slot, after a running booking of the same slot or key.
  FOREACH candidate IN ARRAY asked.doctor_ids LOOP
    -- Who takes it is known here, and so are the marks, which only the desk is told.
    answer := asked.answer || jsonb_build_object('doctor', asked.doctors -> candidate)
      || CASE WHEN asked.at_desk THEN jsonb_build_object('marks', to_jsonb(all_marks)) ELSE '{}' END;
    WITH booked AS (
      INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_id,
                                service_text, appointment_type, tariff, starts_at, ends_at, status, complaint, language,
                                marks, caller, booked_by, channel, reachable, waiting_since, urgent, overrides, tell_at,
                                consent_at, consent_text, override_reasons, overridden_blockers, remind_at)
      VALUES (asked.appointment_id, asked.reference, asked.patient_id, candidate, asked.doctor_chosen, asked.location, asked.service_id,
              asked.service_text, asked.appointment_type, asked.tariff, asked.starts_at, asked.ends_at, asked.status, asked.complaint, asked.language,
              all_marks, asked.caller, asked.booked_by, asked.channel, asked.reachable, asked.waiting_since, asked.urgent, asked.overrides, asked.tell_at,
              CASE WHEN asked.consent_text IS NOT NULL THEN asked.now END, asked.consent_text,
              CASE WHEN asked.reason IS NULL THEN '{}' ELSE jsonb_build_object('1', asked.reason) END,
              asked.overridden_blockers, asked.remind_at)
      ON CONFLICT ON CONSTRAINT appointments_no_overlap DO NOTHING
      RETURNING id
    ), person AS (
      INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, gender, nationality,
                            address, age, age_given_on, guardian)
      SELECT asked.patient_id, asked.first_name, asked.last_name, asked.email, coalesce(asked.email_key, ''), asked.phone, asked.phone_e164, asked.gender,
             asked.nationality, asked.address, asked.age, asked.age_given_on, coalesce(asked.guardian, '')
      FROM booked WHERE NOT asked.registered
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
  INSERT INTO idempotency_keys (key, request_hash, answer) VALUES (asked.key, asked.request_hash, book_appointment_13.answer);
  IF NOT asked.at_desk THEN
    -- As confirmationJobsFrom (confirmation-job.ts) does; a test compares them.
    INSERT INTO pgboss.job
      (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy)
      SELECT 'confirmation-mail', jsonb_build_object('appointmentId', id::text), 580,
             15, true, 300, 120, 'undelivered-mail', 'standard'
      FROM (SELECT asked.appointment_id AS id) AS booked;
  END IF;
  IF asked.registered AND (asked.email IS NOT NULL OR asked.phone IS NOT NULL OR asked.guardian IS NOT NULL) THEN
    -- What another booking has filled in meanwhile stays. Contacts get no comparable form: nobody has shown that
    -- they are the patient's, so no code is asked for by them or sent to them (docs/decisions/014).
    UPDATE patients
    SET email = CASE WHEN email = '' THEN coalesce(asked.email, '') ELSE email END,
        phone = CASE WHEN phone = '' THEN coalesce(asked.phone, '') ELSE phone END,
        guardian = CASE WHEN guardian = '' THEN coalesce(asked.guardian, '') ELSE guardian END
    WHERE id = asked.patient_id
      AND (asked.email IS NOT NULL AND email = '' OR asked.phone IS NOT NULL AND phone = ''
           OR asked.guardian IS NOT NULL AND guardian = '');
  END IF;
  IF asked.booked_by IS NOT NULL THEN
    INSERT INTO audit_log (staff_id, action, subject_kind, subject_id, details)
    VALUES (asked.booked_by, 'appointment.booked', 'appointment', asked.appointment_id::text, asked.details::jsonb);
  END IF;
  IF asked.tell_at IS NOT NULL THEN
    INSERT INTO pgboss.job
      (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, dead_letter, policy, start_after)
    VALUES ('appointment-told', jsonb_build_object('kind', 'told', 'appointmentId', asked.appointment_id::text, 'due', asked.tell_at), 580,
            15, true, 300, 120, 'undelivered-mail', 'standard', asked.tell_at);
  END IF;
  result := 'booked';
END
$function$;
