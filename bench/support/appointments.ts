import clinicConfig from '../../clinic.config.ts'
import { FIRST_NAMES, LAST_NAMES } from '../../server/operations/demo/sample-people.ts'
import { withoutIndexes } from '../../tests/support/without-indexes.ts'
import { barePool } from './bare-pool.ts'

/** Rare names are made of these: three or four of them give some hundred thousand. */
const SYLLABLES =
  'ba chi da e fo go ha i ju ke la mo nna olu pe re sa te u wa ya zu ade bi nwa shi ka ra tu mi'

/**
 * Every doctor's every slot, from 60 days ahead back through the years: a clinic that has run for long and is full.
 * Each is a visitor's, with a patient record of its own: three in five names of the demonstration's, some of them far
 * more common than others, the rest rare. One in twenty is cancelled, and half of those to come are not confirmed yet.
 * Reminders are due in days to come: a clinic that has run for long has no hundred thousand to make at once.
 * @param stored how many there are afterwards
 * @param already how many of them were stored before, in the same way
 * @param bookable false: without the constraint against overlaps, whose check of a million takes minutes
 * @param doctorIds whose they are, in turns
 */
export async function storeAppointments(
  databaseUrl: string,
  stored: number,
  { already = 0, bookable = true, doctorIds = clinicConfig.doctors.map(({ id }) => id) } = {},
): Promise<void> {
  const pool = barePool(databaseUrl, 1)
  const overlaps = bookable ? undefined : 'appointments_no_overlap'
  const store = async () => {
    await pool.query(`CREATE TEMPORARY TABLE visits AS
      SELECT i, gen_random_uuid() AS patient_id FROM generate_series(${already}, ${stored} - 1) AS i`)
    await pool.query(
      `INSERT INTO patients (id, first_name, last_name, email, email_key, phone, phone_e164, address)
       SELECT patient_id, first_name, last_name, email, email, '0' || phone, '+234' || phone, '... Lagos'
       FROM visits,
            LATERAL (SELECT ${someName('$1')} AS first_name, ${someName('$2')} AS last_name,
                            '80' || lpad(floor(random() * 1e8)::int::text, 8, '0') AS phone) AS n,
            LATERAL (SELECT lower(first_name || '.' || last_name) || i || '@example.com' AS email) AS e
       ORDER BY i`,
      [FIRST_NAMES, LAST_NAMES, SYLLABLES.split(' ')],
    )
    await pool.query(
      `INSERT INTO appointments (id, reference, patient_id, doctor_id, doctor_chosen, location, service_text,
                                 appointment_type, starts_at, ends_at, remind_at, status, complaint)
       SELECT gen_random_uuid(), 'A' || translate(lpad(to_hex(i), 7, '0'), '0123456789abcdef', '34679ACDEFGHJKMN'), patient_id, doctor, false, split_part(doctor, '-', 1),
              'Tooth Pain', 'consultation', slot, slot + interval '30 minutes',
              CASE WHEN slot > now() THEN greatest(slot - interval '2 days', now() + interval '1 day') END,
              CASE WHEN random() < 0.05 THEN 'cancelled' WHEN slot > now() AND random() < 0.5 THEN 'open' ELSE 'confirmed' END,
              'Pain in the lower left when I bite.'
       FROM visits,
            LATERAL (SELECT ($1::text[])[i % cardinality($1) + 1] AS doctor, i / cardinality($1) AS nth) AS d,
            LATERAL (SELECT (date_trunc('day', now() AT TIME ZONE $2) + interval '60 days' + interval '8 hours'
                             - (nth / 16) * interval '1 day' + (nth % 16) * interval '30 minutes') AT TIME ZONE $2 AS slot) AS s
       ORDER BY i`,
      [doctorIds, clinicConfig.timeZone],
    )
  }
  await withoutIndexes(pool, ['appointments', 'patients'], store, overlaps)
  await pool.query('VACUUM ANALYZE patients, appointments')
  await pool.end()
}

/** One of the common names, the earlier ones of the list more often, or one of syllables; anew for each `i`. */
function someName(common: string): string {
  const syllable = `($3::text[])[1 + floor(cardinality($3::text[]) * random())::int]`
  return `CASE WHEN random() < 0.6
    THEN (${common}::text[])[1 + floor(cardinality(${common}::text[]) * random() * random())::int]
    ELSE initcap(${syllable} || ${syllable} || ${syllable} || CASE WHEN i % 2 = 0 THEN ${syllable} ELSE '' END) END`
}
