/** Name columns of `patients p`, as a `PatientName` (domain/patient-name.ts); visitors have two of them. */
export const NAME_COLUMNS = `p.title, p.first_name AS "firstName", p.last_name AS "lastName",
  p.middle_name AS "middleName", p.raw_id AS "rawId"`
