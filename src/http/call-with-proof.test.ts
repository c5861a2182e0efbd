import * as v from 'valibot'
import { expect, it, vi } from 'vitest'
import { answerOf } from '../../contract/envelope.ts'
import { ApiError } from './api-error.ts'

const Answer = answerOf(v.literal('done'))
const request = {
  method: 'POST',
  path: '/it',
  body: { a: 1 },
  headers: { 'Idempotency-Key': 'k' },
  timeoutMs: 5_000,
} as const

async function start(answers: readonly (readonly [number, object])[]) {
  vi.stubGlobal('__ENAMEL__', { portalToken: 'portal', apiBaseUrl: '/api' })
  const sent: [string | null, string | null, unknown][] = []
  const left = [...answers]
  vi.stubGlobal('fetch', async (_: string, { headers, body }: RequestInit) => {
    const seen = new Headers(headers)
    sent.push([seen.get('idempotency-key'), seen.get('enamel-proof'), body])
    const [status, json] = left.shift() ?? [500, {}]
    return new Response(JSON.stringify(json), { status })
  })
  const { callWithProof, solveProofsBy } = await import('./call-with-proof.ts')
  return { sent, ask: (onProof = () => {}) => callWithProof(Answer, request, onProof), solveProofsBy }
}

const required = (data: string) => [428, { success: false, code: 'proof_required', data }] as const
const done = [200, { success: true, data: 'done' }] as const

it('the same call is sent again with the proof, after a notice that it is searched for', async () => {
  const { sent, ask, solveProofsBy } = await start([required('one'), done])
  solveProofsBy(async () => async (challenge) => `proof of ${challenge}`)
  const onProof = vi.fn()
  expect((await ask(onProof)).data).toBe('done')
  expect(sent).toEqual([
    ['k', null, '{"a":1}'],
    ['k', 'proof of one', '{"a":1}'],
  ])
  expect(onProof).toHaveBeenCalledOnce()
})

it('a second, harder challenge is solved, a third ends the call', async () => {
  const { sent, ask, solveProofsBy } = await start([required('one'), required('two'), required('three')])
  solveProofsBy(async () => async (challenge) => `proof of ${challenge}`)
  await expect(ask()).rejects.toMatchObject({ status: 428, code: 'proof_required' })
  expect(sent.map(([, proof]) => proof)).toEqual([null, 'proof of one', 'proof of two'])
})

it('a solver that cannot be fetched counts as a bad connection', async () => {
  const { ask, solveProofsBy } = await start([required('one')])
  solveProofsBy(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(ask()).rejects.toMatchObject({ kind: 'network' })
})

it('the solver’s progress and every other failure are passed on', async () => {
  const { ask, solveProofsBy } = await start([required('one'), [409, { code: 'slot_taken' }]])
  solveProofsBy(
    async () => () => Promise.reject(new ApiError('http', { status: 428, code: 'proof_required' })),
  )
  await expect(ask()).rejects.toMatchObject({ status: 428 })
  await expect(ask()).rejects.toMatchObject({ status: 409, code: 'slot_taken' })
})
