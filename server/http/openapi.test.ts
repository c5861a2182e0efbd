import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { expect, it } from 'vitest'
import clinic from '../../clinic.config.ts'
import { openApiRoute } from './openapi.ts'

// The attack: one caller who asked for it again and again slowed all others a hundredfold.
it('the document is made once per process, however often and by however many it is asked for', async () => {
  let made = 0
  const countsMaking = () => {
    made += 1
    return false
  }
  const api = new Hono().get('/x', describeRoute({ summary: 'x', hide: countsMaking }), (c) => c.text('x'))
  openApiRoute(api, clinic)
  const ask = async () => (await api.request('/openapi.json')).json()
  const [first, second] = await Promise.all([ask(), ask()])
  expect(first).toMatchObject({ openapi: '3.1.0', paths: { '/x': { get: { summary: 'x' } } } })
  expect(await ask()).toEqual(first)
  expect(second).toEqual(first)
  expect(made).toBe(1)
})
