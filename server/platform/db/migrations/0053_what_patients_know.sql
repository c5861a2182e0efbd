-- The doctor whom the patient chose, while the clinic has given the appointment to another one; null otherwise.
ALTER TABLE "appointments" ADD COLUMN "preferred_doctor_id" text;--> statement-breakpoint
-- A confirmation that a move has set aside: when, and of which time, place and doctor. It comes back with the appointment,
-- until the patient is told of something else.
ALTER TABLE "appointments" ADD COLUMN "set_aside_confirmation" jsonb;--> statement-breakpoint
-- The time, place and doctor of an appointment, as `told` has them.
CREATE FUNCTION "place_of"(a appointments) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT jsonb_build_object('startsAt', a.starts_at, 'endsAt', a.ends_at, 'location', a.location, 'doctorId', a.doctor_id)
$$;--> statement-breakpoint
CREATE FUNCTION "doctor_of_choice"(a appointments) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN a.doctor_chosen THEN a.doctor_id ELSE a.preferred_doctor_id END
$$;--> statement-breakpoint
-- Whether who knows one place must be told of the other and asked again whether they come: they would come at another time,
-- to another location, or for another doctor where either is their choice. An assigned doctor may change, and so may the length.
CREATE FUNCTION "is_news"(known jsonb, place jsonb, doctor_of_choice text) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT (known ->> 'startsAt')::timestamptz <> (place ->> 'startsAt')::timestamptz
		OR known ->> 'location' <> place ->> 'location'
		OR known ->> 'doctorId' <> place ->> 'doctorId'
			AND coalesce(doctor_of_choice IN (known ->> 'doctorId', place ->> 'doctorId'), false)
$$;--> statement-breakpoint
-- What the patient believes of an appointment where that is no longer so; null: they have nothing to be told. They may have
-- confirmed a time, by their link, that no message had told them of.
CREATE FUNCTION "outdated_belief"(a appointments) RETURNS jsonb LANGUAGE sql STABLE AS $$
	SELECT CASE
		WHEN is_news(a.told, place_of(a), doctor_of_choice(a)) THEN a.told
		WHEN is_news(a.set_aside_confirmation, place_of(a), doctor_of_choice(a)) THEN a.set_aside_confirmation
	END
$$;--> statement-breakpoint
-- Sets a confirmation aside, or brings it back, whatever statement moves the appointment.
CREATE FUNCTION "appointments_confirmation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	confirmed jsonb := NEW.set_aside_confirmation;
BEGIN
	IF OLD.patient_confirmed_at IS NOT NULL THEN
		confirmed := place_of(OLD) || jsonb_build_object('at', OLD.patient_confirmed_at);
	ELSIF NEW.patient_confirmed_at IS NOT NULL THEN
		NEW.set_aside_confirmation := NULL;
		RETURN NEW;
	END IF;
	IF NEW.told IS DISTINCT FROM OLD.told AND is_news(confirmed, NEW.told, doctor_of_choice(NEW)) THEN
		confirmed := NULL;
	END IF;
	IF is_news(confirmed, place_of(NEW), doctor_of_choice(NEW)) THEN
		NEW.patient_confirmed_at := NULL;
		NEW.set_aside_confirmation := confirmed;
	ELSE
		NEW.patient_confirmed_at := (confirmed ->> 'at')::timestamptz;
		NEW.set_aside_confirmation := NULL;
	END IF;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "appointments_confirmation" BEFORE UPDATE OF "starts_at", "location", "doctor_id", "told", "patient_confirmed_at",
		"set_aside_confirmation" ON "appointments" FOR EACH ROW
	WHEN (OLD.patient_confirmed_at IS NOT NULL OR OLD.set_aside_confirmation IS NOT NULL)
	EXECUTE FUNCTION "appointments_confirmation"();
