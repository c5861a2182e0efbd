import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The caller's network address, for limits. Each of the `trustedHops` proxies appends to X-Forwarded-For, so
 * the address that the outermost trusted one saw counts. IPv6 callers count by their /64, since one
 * connection has that many addresses.
 */
export function callerAddress(c: Context, trustedHops: number): string {
  const plain = plainAddress(c, trustedHops)
  return isIP(plain) === 6 ? groupsOf(plain, 4) : plain
}

/**
 * Who calls, for what is counted of strangers: one connection (an IPv4 address, or an IPv6 /64), and the network that it
 * is one of (an IPv6 /48, which one customer of a provider may hold all of; for IPv4 the address again).
 */
export type Caller = { address: string; network: string }

/** Null where everybody seems to call from one address, since a proxy stands in front that TRUST_PROXY does not name. */
export function callerOf(c: Context, trustedHops: number): Caller | null {
  if (isBehindUndeclaredProxy(c, trustedHops)) return null
  const plain = plainAddress(c, trustedHops)
  if (isIP(plain) !== 6) return { address: plain, network: plain }
  return { address: groupsOf(plain, 4), network: groupsOf(plain, 3) }
}

/**
 * Whether a call came over a proxy that TRUST_PROXY does not name. Only one on this machine or in a private network is
 * believed: over the internet anybody can send the header, and would be counted nowhere for it.
 */
export function isBehindUndeclaredProxy(c: Context, trustedHops: number): boolean {
  if (trustedHops > 0 || c.req.header('x-forwarded-for') === undefined) return false
  return isPrivate(withoutMapping(getConnInfo(c).remote.address ?? ''))
}

/** Whoever reads what they wrote: a session, and of strangers, who share one bearer, an address. */
export function readerOf(c: Context, trustedHops: number): string {
  // A call that came by no network has no address.
  const address = c.env?.incoming === undefined ? '' : plainAddress(c, trustedHops)
  return `${c.req.header('authorization') ?? ''} ${address}`
}

// RFC 1918, 4193, 3927, 4291 and 6598.
const PRIVATE =
  /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe[89ab])/i
const isPrivate = (address: string) => PRIVATE.test(address)

function plainAddress(c: Context, trustedHops: number): string {
  const direct = getConnInfo(c).remote.address ?? 'unknown'
  if (trustedHops === 0) return withoutMapping(direct)
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const claimed = forwarded.at(-trustedHops) ?? ''
  return withoutMapping(isIP(claimed) ? claimed : direct)
}

const withoutMapping = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** The first groups of an IPv6 address, of 16 bits each. */
function groupsOf(address: string, groups: number): string {
  // Normalises the address, which has many spellings.
  const usual = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = usual.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, groups).join(':')
}
