import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { NAMED_HOST } from '../../platform/config/config.ts'
import { isAllowedUrl, isPublic } from './addresses.ts'

describe('the resolved address of a webhook', () => {
  it.each([
    '93.184.215.14',
    '8.8.8.8',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.0.1',
    '100.128.0.1',
    '192.167.1.1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
    '2a00:1450:4001:80b::200e',
  ])('%s belongs to the internet', (address) => expect(isPublic(address)).toBe(true))

  it.each([
    ['nowhere', '0.0.0.0'],
    ['nowhere', '0.1.2.3'],
    ['this machine', '127.0.0.1'],
    ['this machine', '127.255.255.254'],
    ['a private network', '10.0.0.1'],
    ['a private network', '172.16.0.1'],
    ['a private network', '172.31.255.255'],
    ['a private network', '192.168.1.1'],
    ['a provider behind NAT', '100.64.0.1'],
    ['a provider behind NAT', '100.127.255.255'],
    ['link-local: metadata of a cloud', '169.254.169.254'],
    ['protocols', '192.0.0.170'],
    ['examples', '203.0.113.7'],
    ['benchmarks', '198.19.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['this machine', '::1'],
    ['nowhere', '::'],
    ['IPv4 mapped', '::ffff:127.0.0.1'],
    ['IPv4 mapped', '::ffff:8.8.8.8'],
    ['IPv4 mapped', '::ffff:a9fe:a9fe'],
    ['IPv4 compatible', '::7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001::1'],
    ['examples', '2001:db8::1'],
    ['examples', '3fff::1'],
    ['unique local: metadata of a cloud', 'fd00:ec2::254'],
    ['unique local', 'fc00::1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['multicast', 'ff02::1'],
    ['no address', 'localhost'],
    ['no address', ''],
  ])('%s, %s, is refused', (_, address) => expect(isPublic(address)).toBe(false))

  it('of the machine itself is refused, whatever its network', () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
    expect(own.length).toBeGreaterThan(0)
    expect(own.filter(({ address }) => isPublic(address))).toEqual([])
  })
})

describe('the entered address of a webhook', () => {
  const named = new Set(['practice.lan', 'localhost:4000', '[::1]:4000'])
  it.each([
    ['https://hooks.example.com/enamel?to=1', true],
    ['https://hooks.example.com:8443/', true],
    ['http://hooks.example.com/', false],
    ['http://practice.lan/', true],
    ['http://practice.lan:8080/', true],
    ['http://PRACTICE.lan/', true],
    ['http://localhost:4000/', true],
    ['http://localhost:5432/', false],
    ['http://localhost/', false],
    ['http://[::1]:4000/', true],
    ['http://127.0.0.1:4000/', false],
    ['https://user:secret@hooks.example.com/', false],
    ['https://hooks.example.com/#part', false],
    ['ftp://practice.lan/', false],
    ['file:///etc/passwd', false],
  ])('%s is allowed: %s', (url, isAllowed) => expect(isAllowedUrl(new URL(url), named)).toBe(isAllowed))
})

it.each([
  ['practice.lan', true],
  ['localhost:4000', true],
  ['[::1]:4000', true],
  ['10.0.0.5', true],
  ['http://practice.lan', false],
  ['*.lan', false],
  ['practice.lan/hooks', false],
])('the setting WEBHOOK_HOSTS with %s gives %s', (host, isRight) =>
  expect(NAMED_HOST.test(host)).toBe(isRight),
)
