import { expect, it } from 'vitest'
import { startClinic } from '../../../tests/support/clinic.ts'
import { testDatabase } from '../../../tests/support/database.ts'
import { openSilentLine } from '../../../tests/support/silent-line.ts'
import { createPool } from '../db/pool.ts'

/** A clinic whose database ends the connection in the middle of the first `times` bookings, as a restart does. */
async function endingBookings(times: number, logged: string[] = []) {
  const clinic = await startClinic({ logged })
  await clinic.database.pool.query(
    `CREATE SEQUENCE tries;
     CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('tries') <= ${times} THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
       RETURN NEW; END $$;
     CREATE TRIGGER ending BEFORE INSERT ON appointments FOR EACH ROW EXECUTE FUNCTION end_connection()`,
  )
  return clinic
}

/** A clinic behind a line that can be cut. */
async function behindLine() {
  const database = await testDatabase()
  const line = await openSilentLine(database.url)
  const pool = createPool(line.url)
  const close = async () => {
    await pool.end()
    await line[Symbol.asyncDispose]()
    await database.close()
  }
  const clinic = await startClinic({
    database: { url: line.url, pool, close, [Symbol.asyncDispose]: close },
  })
  return { clinic, line }
}

it('a booking with its key is retried once, answered once and stored once', async () => {
  const logged: string[] = []
  await using clinic = await endingBookings(1, logged)
  const booked = await clinic.book()
  expect(booked).toMatchObject({ status: 201, body: { success: true } })
  expect(await clinic.count('appointments')).toBe(1)
  const lines = logged.map((line) => JSON.parse(line)).filter(({ route }) => route?.endsWith('/book'))
  expect(lines).toMatchObject([{ status: 201, requestId: booked.headers.get('x-request-id') }])
  const metrics = await (await clinic.app.request('/metrics', {}, { incoming: { socket: {} } })).text()
  expect(metrics).not.toContain('outcome="unavailable"} 1')
})

it('a call gets 503 when the retry fails too, or when it has no key', async () => {
  await using twice = await endingBookings(2)
  expect(await twice.book()).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await twice.book()).toMatchObject({ status: 201 })

  await using once = await endingBookings(1)
  expect(await once.book({}, { headers: { 'idempotency-key': '' } })).toMatchObject({ status: 400 })
  const { authorization } = (await once.signedIn()).bearer
  const desk = {
    location: 'fct',
    channel: 'phone',
    appointment_date: '2030-03-05',
    start_time: '10:00',
    patient: { firstName: 'Ada', lastName: 'Obi', phoneNumber: '0803 123 4567' },
  }
  const call = () => once.call('POST', '/api/appointments/desk', desk, { authorization })
  expect(await call()).toMatchObject({ status: 503 })
  expect(await once.count('appointments')).toBe(0)
})

it.each([
  { method: 'GET', path: '/api/availability?location=fct&from=2030-03-05&to=2030-03-06', body: undefined },
  { method: 'POST', path: '/api/appointments/fct', body: { search: 'Ada' } },
])('$method $path is retried on another connection', async ({ method, path, body }) => {
  const { clinic, line } = await behindLine()
  await using _ = clinic
  const { bearer } = await clinic.signedIn()
  const ask = () => clinic.call(method, path, body, bearer)
  const { status, body: first } = await ask()
  expect(status).toBe(200)
  line.cutNext()
  expect(await ask()).toMatchObject({ status: 200, body: first })
})

it('a blocker with its key is retried once, and a key makes no other call retryable', async () => {
  await using clinic = await startClinic()
  const { bearer } = await clinic.signedIn()
  await clinic.book()
  const { rows } = await clinic.database.pool.query('SELECT id FROM appointments')
  await clinic.database.pool.query(
    `CREATE SEQUENCE tries;
     CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF nextval('tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
       RETURN NEW; END $$;
     CREATE TRIGGER ending BEFORE INSERT ON blockers FOR EACH ROW EXECUTE FUNCTION end_connection();
     CREATE TRIGGER ending BEFORE UPDATE ON appointments FOR EACH ROW EXECUTE FUNCTION end_connection()`,
  )
  const call = (method: string, path: string, body: object) =>
    clinic.call(method, `/api${path}`, body, { ...bearer, 'idempotency-key': 'one-key-for-each-of-them' })
  const blocker = {
    description: 'Meeting',
    type: 'One Time',
    startDateTime: '2030-03-05T12:00:00+01:00',
    endDateTime: '2030-03-05T13:00:00+01:00',
  }
  expect(await call('POST', '/blockers', blocker)).toMatchObject({ status: 201 })
  const again = () => clinic.database.pool.query('ALTER SEQUENCE tries RESTART')
  await again()
  expect(await call('PATCH', `/appointments/${rows[0].id}`, { isOpen: false })).toMatchObject({ status: 503 })
  await again()
  const move = { appointment_date: '2030-03-05', start_time: '11:00' }
  expect(await call('PATCH', `/appointments/${rows[0].id}`, { move })).toMatchObject({ status: 200 })
})
