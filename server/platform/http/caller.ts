import { BlockList, isIP } from 'node:net'
import type { Context } from 'hono'

declare const part: unique symbol
/**
 * Key by which a caller is counted. Its type is accepted by no limit of other things, so that an address alone is never
 * counted (limits.ts).
 */
export type CallerPart = { readonly [part]: true }

/** Origin of a call. Made by `callerOf` alone, and the one thing that limits of strangers take. */
export type Caller = {
  /** One connection: an IPv4 address, or an IPv6 /64. */
  readonly address: CallerPart
  /** The surrounding network: an IPv4 /24, shared by strangers, or an IPv6 /48, which may belong to one customer. */
  readonly network: CallerPart
  /** The largest part that one customer of a provider may own: an IPv4 address, or an IPv6 /48. */
  readonly customer: CallerPart
  /** Multiple of an address's limit that applies to its network. */
  readonly networkTimes: number
  readonly [part]: true
}

/** A /24 may be a town's on mobile phones; a /48 is one customer's. */
const NETWORK_TIMES = { ipv4: 10, ipv6: 1 }
/** A call that came over no network, or whose connection is gone. */
const UNKNOWN = 'unknown'

/**
 * The caller of a call. Each of the `trustedHops` proxies appends the address that it saw to X-Forwarded-For, so that
 * the entry of the outermost one counts; an invalid entry, as 'unknown' or nothing, is the proxy's own. Without a
 * trusted proxy no header is read: anybody can send it.
 */
export function callerOf(c: Context, trustedHops: number): Caller {
  const claimed = trustedHops > 0 ? c.req.header('x-forwarded-for')?.split(',').at(-trustedHops) : undefined
  return callerAt(plainAddress(claimed ?? '') ?? directAddress(c) ?? UNKNOWN)
}

/** @param address as `plainAddress` has it */
function callerAt(address: string): Caller {
  const family = isIP(address)
  if (family === 6) {
    const network = `${groupsText(address, 3)}::/48`
    return caller(`${groupsText(address, 4)}::/64`, network, { customer: network, family: 'ipv6' })
  }
  const network = family === 4 ? `${address.split('.').slice(0, 3).join('.')}.0/24` : address
  return caller(address, network, { customer: address, family: 'ipv4' })
}

function caller(
  address: string,
  network: string,
  { customer, family }: { customer: string; family: keyof typeof NETWORK_TIMES },
): Caller {
  return { address, network, customer, networkTimes: NETWORK_TIMES[family] } as unknown as Caller
}

/** Identifies a reader who must see their own writes: by session, and strangers, who share one bearer, by address. */
export function readerOf(c: Context, trustedHops: number): string {
  return `${c.req.header('authorization') ?? ''} ${callerOf(c, trustedHops).address}`
}

/** Reports whether a call came over a proxy on this machine or in a private network that TRUST_PROXY does not name. */
export function isBehindUndeclaredProxy(c: Context, trustedHops: number): boolean {
  if (trustedHops > 0 || c.req.header('x-forwarded-for') === undefined) return false
  return isIn(PRIVATE, directAddress(c))
}

/** Headers of a forwarding proxy; besides them all that begin with X-Forwarded. */
const FORWARDING = ['forwarded', 'via', 'x-real-ip', 'x-client-ip', 'true-client-ip', 'cf-connecting-ip']
const OF_THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * Reports whether a program on this machine calls for itself: from a loopback address, by a name of it, and for no one
 * else.
 */
export function isDirectFromHere(c: Context): boolean {
  const names = [...c.req.raw.headers.keys()]
  return (
    isIn(LOOPBACK, directAddress(c)) &&
    OF_THIS_MACHINE.test(new URL(c.req.url).hostname) &&
    !names.some((name) => name.startsWith('x-forwarded') || FORWARDING.includes(name))
  )
}

type Bindings = { incoming?: { socket?: { remoteAddress?: string } } } | undefined
const directAddress = (c: Context) => plainAddress((c.env as Bindings)?.incoming?.socket?.remoteAddress ?? '')

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

// RFC 1918, 4193, 3927, 4291 and 6598.
const PRIVATE = new BlockList()
PRIVATE.addSubnet('127.0.0.0', 8, 'ipv4')
PRIVATE.addSubnet('10.0.0.0', 8, 'ipv4')
PRIVATE.addSubnet('172.16.0.0', 12, 'ipv4')
PRIVATE.addSubnet('192.168.0.0', 16, 'ipv4')
PRIVATE.addSubnet('169.254.0.0', 16, 'ipv4')
PRIVATE.addSubnet('100.64.0.0', 10, 'ipv4')
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

const isIn = (list: BlockList, address: string | null) =>
  address !== null && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * The one spelling of an address, as sockets and proxies write it: with a port or in brackets, quoted, with a zone, in
 * capitals; IPv4 inside IPv6 is IPv4.
 * @returns null for an invalid one
 */
export function plainAddress(text: string): string | null {
  const [, bracketed, withPort, bare] = WRITTEN.exec(text.trim()) ?? []
  const address = (bracketed ?? withPort ?? bare ?? '').replace(/%.*$/, '')
  const family = isIP(address)
  if (family === 0) return null
  if (family === 4) return address
  const groups = groupsOf(address)
  return ipv4Inside(groups) ?? groups.map((group) => group.toString(16)).join(':')
}

/** [v6], [v6]:port, v4:port, or the address alone. */
const WRITTEN = /^"?(?:\[([^\]]*)\](?::\d{1,5})?|([\d.]+):\d{1,5}|([^\s"]+))"?$/

/** The eight groups of an IPv6 address, which has many spellings. */
function groupsOf(address: string): number[] {
  const usual = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = usual.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}

const groupsText = (address: string, count: number) => address.split(':').slice(0, count).join(':')

/** The IPv4 host inside an IPv6 address: mapped, translated, compatible (RFC 4291, 2765), NAT64 (6052), 6to4 (3056). */
function ipv4Inside(groups: readonly number[]): string | null {
  const starts = (...prefix: number[]) => prefix.every((group, i) => groups[i] === group)
  const dotted = (at: number) =>
    groups
      .slice(at, at + 2)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.')
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0, 0, 0, 0, 0xffff, 0)) return dotted(6)
  if (starts(0x64, 0xff9b, 0, 0, 0, 0)) return dotted(6)
  // '::' and '::1' are addresses of their own.
  if (starts(0, 0, 0, 0, 0, 0) && groups[6] !== 0) return dotted(6)
  return starts(0x2002) ? dotted(1) : null
}
