import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { callerAddress } from './caller.ts'

const ask = async (direct: string, hops: number, forwarded?: string) => {
  const app = new Hono().get('/', (c) => c.text(callerAddress(c, hops)))
  const incoming = { socket: { remoteAddress: direct } }
  const headers: Record<string, string> = forwarded ? { 'x-forwarded-for': forwarded } : {}
  return (await app.request('/', { headers }, { incoming })).text()
}

it.each([
  {
    name: 'the direct address counts without a proxy',
    direct: '10.0.0.1',
    hops: 0,
    header: '1.2.3.4',
    is: '10.0.0.1',
  },
  {
    name: 'one proxy: what it appended',
    direct: '10.0.0.1',
    hops: 1,
    header: '6.6.6.6, 1.2.3.4',
    is: '1.2.3.4',
  },
  {
    name: 'two proxies: what the outer one saw',
    direct: '10.0.0.1',
    hops: 2,
    header: '1.2.3.4, 10.0.0.9',
    is: '1.2.3.4',
  },
  { name: 'a header that is no address', direct: '10.0.0.1', hops: 1, header: 'me', is: '10.0.0.1' },
  { name: 'no header at all', direct: '10.0.0.1', hops: 1, header: undefined, is: '10.0.0.1' },
  { name: 'IPv4 in IPv6 clothes', direct: '::ffff:10.0.0.1', hops: 0, header: undefined, is: '10.0.0.1' },
  { name: 'IPv6 by its /64', direct: '2001:db8:1:2:3:4:5:6', hops: 0, header: undefined, is: '2001:db8:1:2' },
  {
    name: 'IPv6 in capitals and with zeros',
    direct: '2001:0DB8:0005:0000::1',
    hops: 0,
    header: undefined,
    is: '2001:db8:5:0',
  },
  {
    name: 'shortened IPv6 by its /64',
    direct: '2001:db8::6',
    hops: 0,
    header: undefined,
    is: '2001:db8:0:0',
  },
])('$name', async ({ direct, hops, header, is }) => {
  expect(await ask(direct, hops, header)).toBe(is)
})
