-- What has become of a visit, in the words that other programs are told; null: it waits without a time, which no
-- program hears of.
CREATE FUNCTION webhook_state(status text, visit text, waiting_since timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE SET search_path = pg_catalog AS $state$
  SELECT CASE WHEN waiting_since IS NOT NULL THEN NULL
              WHEN status = 'cancelled' THEN 'cancelled'
              WHEN visit = 'in_chair' THEN 'arrived'
              WHEN visit IS NOT NULL THEN visit
              WHEN status = 'confirmed' THEN 'confirmed'
              ELSE 'booked' END
$state$;--> statement-breakpoint
CREATE FUNCTION webhook_data(location text, doctor_id text, starts_at timestamptz, ends_at timestamptz) RETURNS jsonb
LANGUAGE sql STABLE SET search_path = pg_catalog AS $data$
  SELECT jsonb_build_object('location', location, 'doctor', doctor_id,
    'start', to_char(starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'end', to_char(ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
$data$;--> statement-breakpoint
-- Every change of an appointment comes by here, whichever call, job or function makes it: an event is committed with its
-- change, or neither is. Those of one appointment have rising numbers, since each change holds its row's lock.
CREATE FUNCTION webhook_note() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public AS $note$
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
    was := webhook_state(OLD.status, OLD.visit, OLD.waiting_since);
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
END $note$;--> statement-breakpoint
CREATE TRIGGER appointments_webhook_new AFTER INSERT ON "appointments"
  FOR EACH ROW EXECUTE FUNCTION webhook_note();--> statement-breakpoint
CREATE TRIGGER appointments_webhook_changed AFTER UPDATE ON "appointments"
  FOR EACH ROW WHEN ((OLD.status, OLD.visit, OLD.waiting_since, OLD.location, OLD.doctor_id, OLD.starts_at, OLD.ends_at)
    IS DISTINCT FROM (NEW.status, NEW.visit, NEW.waiting_since, NEW.location, NEW.doctor_id, NEW.starts_at, NEW.ends_at))
  EXECUTE FUNCTION webhook_note();
