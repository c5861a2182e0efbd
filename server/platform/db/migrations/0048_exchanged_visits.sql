-- Visits of an imported book that change places wait without a time while they do, since 'infinity': what is told of them is where they
-- move from and to.
CREATE OR REPLACE FUNCTION webhook_note() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $note$
DECLARE
  was text;
  state text;
  kind text;
  about jsonb;
  event record;
BEGIN
  IF NOT EXISTS (SELECT FROM webhooks) THEN
    RETURN NULL;
  END IF;
  state := webhook_state(NEW.status, NEW.visit, NEW.waiting_since);
  IF state IS NULL THEN
    RETURN NULL;
  END IF;
  about := jsonb_build_object('appointment', NEW.id, 'version', NEW.version)
    || webhook_data(NEW.location, NEW.doctor_id, NEW.starts_at, NEW.ends_at);
  IF TG_OP = 'INSERT' THEN
    kind := 'booked';
  ELSE
    -- It has given its time up for a moment, to change places with others in one transaction.
    was := webhook_state(OLD.status, OLD.visit, nullif(OLD.waiting_since, 'infinity'));
    IF was IS NULL THEN
      kind := 'booked';
    ELSIF state <> was THEN
      kind := state;
    ELSIF (NEW.location, NEW.doctor_id, NEW.starts_at, NEW.ends_at)
       IS DISTINCT FROM (OLD.location, OLD.doctor_id, OLD.starts_at, OLD.ends_at) THEN
      kind := 'moved';
      about := about || jsonb_build_object('from', webhook_data(OLD.location, OLD.doctor_id, OLD.starts_at, OLD.ends_at));
    ELSE
      RETURN NULL;
    END IF;
  END IF;
  INSERT INTO webhook_events (type, appointment_id, data) VALUES ('appointment.' || kind, NEW.id, about)
  RETURNING id, seq INTO event;
  INSERT INTO webhook_deliveries (webhook_id, event_id, seq, appointment_id)
  SELECT id, event.id, event.seq, NEW.id FROM webhooks;
  RETURN NULL;
END $note$;
