import type { Pool } from 'pg'
import { comparableEmail } from '../../../domain/contact.ts'

type Sample = {
  clinicId: string
  title: string
  firstName: string
  middleName?: string
  lastName: string
  gender: 'female' | 'male'
  /** 'YYYY-MM-DD' */
  birthDate: string
  /** Left out: the record has none. */
  email?: string
  /** In the form E.164. */
  phone?: string
}

/** Three people share an address, so asking for a code needs a name. */
const BELLO = { lastName: 'Bello', email: 'bello.family@example.com', phone: '+2348030000201' }

/**
 * Invented registered patients, one for each way to get a code: a family with one email address, someone
 * without one, whose code comes by SMS, and someone without a phone, who may add one in step 2.
 */
const SAMPLES: readonly Sample[] = [
  {
    ...BELLO,
    clinicId: 'ENM-0101',
    title: 'mrs',
    firstName: 'Zainab',
    gender: 'female',
    birthDate: '1986-02-14',
  },
  { ...BELLO, clinicId: 'ENM-0102', title: '', firstName: 'Yusuf', gender: 'male', birthDate: '2012-09-03' },
  {
    ...BELLO,
    clinicId: 'ENM-0103',
    title: '',
    firstName: 'Amina',
    gender: 'female',
    birthDate: '2015-06-21',
  },
  {
    clinicId: 'ENM-0104',
    title: 'dr',
    firstName: 'Ngozi',
    middleName: 'Amaka',
    lastName: 'Okafor',
    gender: 'female',
    birthDate: '1979-11-30',
    email: 'ngozi.okafor@example.com',
    phone: '+2348030000204',
  },
  {
    clinicId: 'ENM-0105',
    title: 'chief',
    firstName: 'Musa',
    lastName: 'Danjuma',
    gender: 'male',
    birthDate: '1951-04-08',
    phone: '+2348030000205',
  },
  {
    clinicId: 'ENM-0106',
    title: 'mr',
    firstName: 'Tunde',
    lastName: 'Adeyemi',
    gender: 'male',
    birthDate: '1994-01-17',
    email: 'tunde.adeyemi@example.com',
  },
]

/**
 * Stores the missing registered patients, also into a demonstration of an earlier version.
 * @returns the ids of all
 */
export async function seedRegistered(pool: Pick<Pool, 'query'>, address: string): Promise<string[]> {
  for (const sample of SAMPLES) {
    const {
      clinicId,
      title,
      firstName,
      middleName = '',
      lastName,
      gender,
      birthDate,
      email = '',
      phone,
    } = sample
    await pool.query(
      `INSERT INTO patients (id, verified, clinic_id, raw_id, title, first_name, middle_name, last_name, gender,
         nationality, birth_date, address, email, email_key, phone, phone_e164)
       VALUES (gen_random_uuid(), true, $1, $2, $3, $4, $5, $6, $7, 'nigeria', $8, $9, $10, $11, coalesce($12, ''), $12)
       ON CONFLICT (clinic_id) WHERE clinic_id IS NOT NULL DO NOTHING`,
      [
        clinicId,
        clinicId.replace('ENM-0', 'PF/2'),
        title,
        firstName,
        middleName,
        lastName,
        gender,
        birthDate,
        address,
        email,
        comparableEmail(email),
        phone ?? null,
      ],
    )
  }
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM patients WHERE clinic_id = ANY($1) ORDER BY clinic_id',
    [SAMPLES.map(({ clinicId }) => clinicId)],
  )
  return rows.map(({ id }) => id)
}
