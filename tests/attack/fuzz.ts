import fc from 'fast-check'
import * as v from 'valibot'
import { Failure } from '../../contract/envelope.ts'
import { FHIR_PATH, FHIR_TYPE } from '../../contract/fhir.ts'
import { hostileRequests, someOf } from './one-value.ts'
import { brokenTexts, type Document, type Operation, requests, type Shot } from './requests.ts'
import type { Reply, Target } from './target.ts'
import { MARK } from './values.ts'

const AT_ONCE = 4
/** Requests until sessions are renewed. */
const PER_CREW = 24
/** Limits in bytes: the longest list has 100 rows, an export all of them. */
const MOST_BYTES = { list: 200_000, file: 5_000_000 }
/** Signs of a leak: stack lines, file names, messages of the database and its driver. */
const INSIDE =
  /\bat \S+ \(|node_modules|\.[jt]s:\d+|\b(?:SELECT|INSERT INTO|UPDATE \w+ SET|syntax error|violates|invalid byte|pg_|relation ")|ECONN|\$argon2/

export type Outcome = {
  /** Violations, each with its request. */
  findings: string[]
  statuses: Record<number, number>
}

/**
 * Sends random requests by seed, built from the server's own OpenAPI document, after each text with
 * characters that no database accepts, and checks every answer.
 */
export async function fuzz(
  target: Target,
  { shots, seed }: { shots: number; seed: number },
): Promise<Outcome> {
  const document: Document = JSON.parse((await target.send('GET', '/api/openapi.json')).text)
  const known = await target.known()
  return fire(target, document, [
    ...brokenTexts(document, known, seed),
    ...fc.sample(requests(document, known), { numRuns: shots, seed }),
  ])
}

/**
 * Sends usual requests with one hostile value each (one-value.ts), and checks every answer.
 * @param some about so many of them; null: all
 */
export async function fuzzValues(
  target: Target,
  { some, seed }: { some: number | null; seed: number },
): Promise<Outcome & { shots: number }> {
  const document: Document = JSON.parse((await target.send('GET', '/api/openapi.json')).text)
  const all = hostileRequests(document, await target.known(), seed)
  const outcome = await fire(target, document, some === null ? all : someOf(all, some))
  return { ...outcome, shots: all.length }
}

async function fire(target: Target, document: Document, shots: readonly Shot[]): Promise<Outcome> {
  const queue = [...shots]
  const outcome: Outcome = { findings: [], statuses: {} }
  while (queue.length > 0) {
    const crew = await target.crew()
    const batch = queue.splice(0, PER_CREW)
    const shoot = async () => {
      for (let shot = batch.pop(); shot; shot = batch.pop()) {
        const token = crew[shot.bearer]
        const reply = await target.send(
          shot.method,
          shot.path,
          { ...shot.headers, ...(token && { authorization: token }) },
          shot.body,
        )
        outcome.statuses[reply.status] = (outcome.statuses[reply.status] ?? 0) + 1
        const operation = document.paths[shot.call]?.[shot.method.toLowerCase()] as Operation
        const tokens = Object.values(crew).flatMap((bearer) => bearer?.split(' ')[1] ?? [])
        for (const fault of faultsOf(shot, reply, operation, tokens))
          outcome.findings.push(`${fault}: ${told(shot, reply)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, shoot))
  }
  return outcome
}

function faultsOf(
  shot: Shot,
  { status, headers, text }: Reply,
  operation: Operation,
  tokens: string[],
): string[] {
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => void (holds || faults.push(fault))
  const type = String(headers['content-type'] ?? '')

  // Shots run concurrently, and only one file of patients is imported at a time: this refusal is right.
  const isTurnedAway = status === 503 && /"code":"busy"/.test(text)
  check(status < 500 || isTurnedAway, 'a fault of the server')
  check(
    status in operation.responses || isNoCall(shot, status, text),
    'a status that the document does not name',
  )
  check(text.length <= (/^text\/csv/.test(type) ? MOST_BYTES.file : MOST_BYTES.list), 'a long answer')
  check(headers['x-content-type-options'] === 'nosniff', 'no nosniff')
  check(String(headers['content-security-policy']).includes("default-src 'none'"), 'no content policy')
  check(headers['cache-control'] !== undefined || headers.etag !== undefined, 'nothing said to caches')
  check(headers['access-control-allow-origin'] === undefined, 'open to other sites')
  check(!tokens.some((token) => token.length > 20 && text.includes(token)), 'a token in an answer')
  check(!text.includes('$argon2'), "a password's hash")
  if (status === 302 || status === 304) return faults
  if (status >= 400) {
    const words = wordsOf(shot, type, parsedJson(text))
    check(words !== null, 'a refusal without the envelope')
    if (words === null) return faults
    check(headers['cache-control'] === 'no-store', 'a refusal that may be kept')
    check(!INSIDE.test(JSON.stringify(words)), 'words from inside')
    check(!JSON.stringify(words).includes(MARK), 'an echo of what was sent')
  } else if (type.startsWith('application/json')) {
    const body = parsedJson(text)
    check(
      typeof body === 'object' && body !== null && 'success' in body && body.success === true,
      'no envelope',
    )
  } else {
    check(
      Object.keys(operation.responses[status]?.content ?? {}).some((each) => type.startsWith(each)),
      'another type',
    )
  }
  return faults
}

/** What a refusal says; null where it is neither the envelope nor, of the FHIR calls, an OperationOutcome. */
function wordsOf({ call }: Shot, type: string, body: unknown): unknown {
  if (call.startsWith(`${FHIR_PATH}/`)) {
    const isOutcome = (body as { resourceType?: unknown } | undefined)?.resourceType === 'OperationOutcome'
    return isOutcome && type.startsWith(FHIR_TYPE) ? body : null
  }
  const failure = v.safeParse(Failure, body)
  if (!failure.success || !type.startsWith('application/json')) return null
  const { data: _state, ...words } = failure.output
  return words
}

/** A slash or dots in a path value lead to another call or none. */
const isNoCall = ({ path }: Shot, status: number, text: string) =>
  /%2f|%2e|%5c|\.\./i.test(path) ? status < 500 : status === 404 && text.includes('no such call')

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const told = ({ method, path, bearer, headers, body }: Shot, { status, text, headers: back }: Reply) =>
  `${method} ${path.slice(0, 200)} (${bearer}) ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 400)} ` +
  `-> ${status} ${back['content-type']} ${back['cache-control']} ${text.slice(0, 300)}`

/** Checks the clinic's invariants afterwards. @returns the violated ones */
export async function damageOf({ database: { pool }, send, crew }: Target): Promise<string[]> {
  const damage: string[] = []
  const { rows } = await pool.query(
    `SELECT a.id FROM appointments a JOIN appointments b ON a.doctor_id = b.doctor_id AND a.id < b.id
       AND a.status <> 'cancelled' AND b.status <> 'cancelled'
       AND tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)`,
  )
  if (rows.length > 0) damage.push(`${rows.length} double bookings`)
  const { admin = '', portal = '' } = await crew()
  const views: [string, string, string][] = [
    ['POST', '/api/appointments/all?limit=100', admin],
    ['POST', '/api/appointments/fct?limit=100&from=2030-03-05&to=2030-03-05&cancelled=1', admin],
    ['POST', '/api/appointments/all/export', admin],
    ['GET', '/api/blockers?limit=100', admin],
    ['GET', '/api/staff?limit=100', admin],
    ['GET', '/api/devices?limit=100', admin],
    ['GET', '/api/notifications', admin],
    ['GET', '/api/availability?location=fct&from=2030-03-05&to=2030-04-05', portal],
  ]
  for (const [method, path, authorization] of views) {
    const body = method === 'GET' ? undefined : '{}'
    const reply = await send(method, path, { authorization, 'content-type': 'application/json' }, body)
    if (reply.status !== 200) damage.push(`${method} ${path} -> ${reply.status} ${reply.text.slice(0, 300)}`)
  }
  return damage
}
