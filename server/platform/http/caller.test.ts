import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { callerOf, isDirectFromHere, plainAddress } from './caller.ts'

type Asked = { direct?: string | undefined; hops?: number; forwarded?: string | undefined }

async function callerAt({ direct = '10.0.0.9', hops = 0, forwarded }: Asked) {
  const app = new Hono().get('/', (c) => c.json(callerOf(c, hops)))
  const incoming = { socket: { remoteAddress: direct } }
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  return (await app.request('/', { headers }, { incoming })).json()
}

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['1.2.3.4:54321', '1.2.3.4'],
  [' 1.2.3.4 ', '1.2.3.4'],
  ['"1.2.3.4:80"', '1.2.3.4'],
  ['2001:db8::1', '2001:db8:0:0:0:0:0:1'],
  ['[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
  ['[2001:db8::1]:443', '2001:db8:0:0:0:0:0:1'],
  ['"[2001:DB8::1]:443"', '2001:db8:0:0:0:0:0:1'],
  ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['fe80::1%25eth0', 'fe80:0:0:0:0:0:0:1'],
  ['[fe80::1%eth0]:443', 'fe80:0:0:0:0:0:0:1'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['::', '0:0:0:0:0:0:0:0'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:1.2.3.4', '1.2.3.4'],
  ['::ffff:0102:0304', '1.2.3.4'],
  ['0:0:0:0:0:ffff:102:304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
  ['::ffff:0:1.2.3.4', '1.2.3.4'],
  ['::1.2.3.4', '1.2.3.4'],
  ['64:ff9b::102:304', '1.2.3.4'],
  ['64:ff9b::1.2.3.4', '1.2.3.4'],
  ['2002:102:304::1', '1.2.3.4'],
  ['2002:102:304:ffff::1', '1.2.3.4'],
])('%s is the address %s', (written, address) => expect(plainAddress(written)).toBe(address))

it.each([
  '',
  ' ',
  'unknown',
  '_hidden',
  '_SEVKISEK',
  'me',
  '1.2.3',
  '1.2.3.4.5',
  '256.1.1.1',
  '010.1.1.1',
  '1.2.3.4:999999',
  '[2001:db8::1',
  '[]',
  '[]:80',
  ':80',
  'fe80::1::2',
  'for=1.2.3.4',
  '1.2.3.4 5',
  '%eth0',
  '"',
])('%j is no address', (written) => expect(plainAddress(written)).toBeNull())

const PROXY = { address: '10.0.0.9', network: '10.0.0.0/24', customer: '10.0.0.9', networkTimes: 10 }
const FIRST = { address: '1.2.3.4', network: '1.2.3.0/24', customer: '1.2.3.4', networkTimes: 10 }
const SIX = {
  address: '2001:db8:1:2::/64',
  network: '2001:db8:1::/48',
  customer: '2001:db8:1::/48',
  networkTimes: 1,
}
it.each<{ name: string; asked: Asked; is: object }>([
  { name: 'without a proxy no header is read', asked: { forwarded: '1.2.3.4' }, is: PROXY },
  { name: 'one proxy: what it appended', asked: { hops: 1, forwarded: '6.6.6.6, 1.2.3.4' }, is: FIRST },
  {
    name: 'two proxies: what the outer one saw',
    asked: { hops: 2, forwarded: '1.2.3.4, 10.0.0.8' },
    is: FIRST,
  },
  { name: 'a proxy that writes ports', asked: { hops: 1, forwarded: '1.2.3.4:9876' }, is: FIRST },
  {
    name: 'a proxy that writes mapped addresses',
    asked: { hops: 1, forwarded: '::ffff:102:304' },
    is: FIRST,
  },
  { name: 'a header that is no address', asked: { hops: 1, forwarded: 'me' }, is: PROXY },
  { name: 'a proxy that says unknown', asked: { hops: 1, forwarded: '6.6.6.6, unknown' }, is: PROXY },
  { name: 'a proxy that hides it', asked: { hops: 1, forwarded: '6.6.6.6, _hidden' }, is: PROXY },
  { name: 'nothing behind the last comma', asked: { hops: 1, forwarded: '1.2.3.4, ' }, is: PROXY },
  { name: 'an empty header', asked: { hops: 1, forwarded: '' }, is: PROXY },
  { name: 'no header at all', asked: { hops: 1 }, is: PROXY },
  { name: 'fewer entries than proxies', asked: { hops: 3, forwarded: '1.2.3.4' }, is: PROXY },
  { name: 'IPv4 in IPv6 clothes', asked: { direct: '::ffff:1.2.3.4' }, is: FIRST },
  { name: 'IPv6 by its /64 and /48', asked: { direct: '2001:db8:1:2:3:4:5:6' }, is: SIX },
  { name: 'IPv6 in capitals and with zeros', asked: { direct: '2001:0DB8:0001:0002::1' }, is: SIX },
  { name: 'IPv6 in brackets with a port', asked: { hops: 1, forwarded: '[2001:db8:1:2::9]:443' }, is: SIX },
])('the caller is found given $name', async ({ asked, is }) => expect(await callerAt(asked)).toEqual(is))

it('an address with a zone is a caller like any other', async () => {
  expect(await callerAt({ direct: 'fe80::1%eth0' })).toMatchObject({ address: 'fe80:0:0:0::/64' })
})

it('calls without a connection are one caller', async () => {
  const app = new Hono().get('/', (c) => c.text(`${callerOf(c, 0).address}`))
  expect(await (await app.request('/')).text()).toBe('unknown')
  const gone = { incoming: { socket: {} } }
  expect(await (await app.request('/', {}, gone)).text()).toBe('unknown')
})

describe('a local program that calls for itself', () => {
  const isHere = async (direct: string, headers: Record<string, string> = {}, host = 'localhost:3000') => {
    const app = new Hono().get('/', (c) => c.json(isDirectFromHere(c)))
    const incoming = { socket: { remoteAddress: direct } }
    return (await app.request(`http://${host}/`, { headers }, { incoming })).json()
  }

  it.each(['127.0.0.1', '127.0.0.53', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'is recognised from %s',
    async (at) => expect(await isHere(at)).toBe(true),
  )
  it.each(['127.0.0.1:3000', '[::1]:3000', 'localhost'])('is recognised by the name %s', async (host) =>
    expect(await isHere('127.0.0.1', {}, host)).toBe(true),
  )
  it.each(['10.0.0.1', '192.168.1.4', '::ffff:10.0.0.1', 'fe80::1%lo', '', 'unknown'])(
    'is not assumed for %j',
    async (at) => expect(await isHere(at)).toBe(false),
  )
  it.each(['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])(
    'is not assumed with the header %s, even an empty one',
    async (name) => {
      expect(await isHere('127.0.0.1', { [name]: '127.0.0.1' })).toBe(false)
      expect(await isHere('127.0.0.1', { [name]: '' })).toBe(false)
    },
  )
  it('is not assumed under the patients’ host name, as passed on by a proxy without headers', async () =>
    expect(await isHere('127.0.0.1', {}, 'book.example.com')).toBe(false))
})
