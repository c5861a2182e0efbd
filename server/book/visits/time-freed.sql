-- Notes that a time has become free, in the transaction that frees it; a worker offers it (server/book/waiting-list/sweep.ts).
-- Only where somebody waits there around these days: else nothing is written. Brought into the database at every start,
-- before the functions that call it; its name carries its version.
CREATE OR REPLACE FUNCTION time_freed_1(
  p_location text,
  p_doctor_id text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_freed_by uuid,
  p_due_at timestamptz
) RETURNS void LANGUAGE sql AS $function$
  INSERT INTO freed_times (location, doctor_id, starts_at, ends_at, freed_by, due_at)
  SELECT p_location, p_doctor_id, p_starts_at, p_ends_at, p_freed_by, p_due_at
  WHERE EXISTS (
    SELECT FROM waiting_entries
    WHERE ended_at IS NULL AND location = p_location
      -- A day more on both sides, whatever the time zone.
      AND from_day <= (p_ends_at AT TIME ZONE 'UTC')::date + 1 AND to_day >= (p_starts_at AT TIME ZONE 'UTC')::date - 1)
$function$;
