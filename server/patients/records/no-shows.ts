/** The whole name of a patient in comparable form, as SQL. @param of alias of `patients` */
export const COMPARABLE = (of: string) =>
  `comparable_words(${of}.first_name || ' ' || ${of}.last_name || ' ' || ${of}.middle_name)`

/**
 * No-shows of a person of `patients p`, latest first, as an SQL array: by their own record, by merged ones, and by
 * visitors' with the same name in comparable form and a shared contact, since a visitor has a record for each booking.
 * Names are compared last, for few: many records may share a number.
 */
export const NO_SHOWS = `ARRAY(
  SELECT missed.starts_at FROM (
    SELECT p.id
    UNION SELECT id FROM patients WHERE joined_to = coalesce(p.joined_to, p.id) OR id = p.joined_to
    UNION SELECT id FROM patients WHERE email_key = nullif(p.email_key, '') AND NOT (verified AND p.verified)
    UNION SELECT id FROM patients WHERE phone_e164 = p.phone_e164 AND NOT (verified AND p.verified)) AS theirs
  JOIN appointments missed ON missed.patient_id = theirs.id AND missed.visit = 'no_show'
  JOIN patients k ON k.id = theirs.id
  WHERE k.id = p.id OR coalesce(k.joined_to, k.id) = coalesce(p.joined_to, p.id) OR ${COMPARABLE('k')} = ${COMPARABLE('p')}
  ORDER BY missed.starts_at DESC)`
