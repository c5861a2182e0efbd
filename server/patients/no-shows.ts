/**
 * When a person of `patients p` did not come, latest first, as an SQL array: by their own record and by those of visitors with
 * the same name in comparable form and a shared contact, since a visitor has a record for each booking.
 */
export const NO_SHOWS = `ARRAY(
  SELECT missed.starts_at FROM appointments missed JOIN patients k ON k.id = missed.patient_id
  WHERE missed.visit = 'no_show' AND (k.id = p.id
    OR NOT (k.verified AND p.verified) AND (k.email_key = nullif(p.email_key, '') OR k.phone_e164 = p.phone_e164)
      AND comparable_words(k.first_name || ' ' || k.last_name || ' ' || k.middle_name)
        = comparable_words(p.first_name || ' ' || p.last_name || ' ' || p.middle_name))
  ORDER BY missed.starts_at DESC)`
