import { READ_ACTIONS } from './actions.ts'

/**
 * The entries `a` that say who saw some patients: every kind of read, whichever way it names them. An export of a list
 * names its filter alone, and counts where that may have had one of them.
 * @param patients SQL for ids of records, as text[]
 * @param appointments the same for theirs
 */
export const readsOf = (patients: string, appointments: string) => `(
  a.action IN (${READ_ACTIONS.map((action) => `'${action}'`)}) AND (
    a.subject_kind = 'patient' AND a.subject_id = ANY(${patients})
    OR a.subject_kind = 'appointment' AND a.subject_id = ANY(${appointments})
    OR a.details ?| ARRAY['ids', 'appointments']
      AND coalesce(a.details -> 'ids', a.details -> 'appointments') ?| ${appointments}
    OR a.details -> 'patients' ?| ${patients}
    OR a.action = 'appointments.exported' AND EXISTS (
      SELECT FROM appointments had
      WHERE had.id = ANY(${appointments}::uuid[]) AND had.created_at <= a.at
        AND a.subject_id IN ('all', had.location)
        AND (coalesce(a.details ->> 'from', '') = '' OR had.starts_at > (a.details ->> 'from')::date - interval '1 day')
        AND (coalesce(a.details ->> 'to', '') = '' OR had.starts_at < (a.details ->> 'to')::date + interval '2 days'))))`

/** Details of such an entry without the other patients in it. */
export const WITHOUT_OTHERS = `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(a.details)
  WHERE jsonb_typeof(value) <> 'array' OR key NOT IN ('ids', 'appointments', 'patients', 'exact'))`
