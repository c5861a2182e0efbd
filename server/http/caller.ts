import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The caller's network address, for limits. Each of the `trustedHops` proxies appends to X-Forwarded-For, so
 * the address that the outermost trusted one saw counts. IPv6 callers count by their /64, since one
 * connection has that many addresses.
 */
export function callerAddress(c: Context, trustedHops: number): string {
  const direct = getConnInfo(c).remote.address ?? 'unknown'
  if (trustedHops === 0) return networkOf(direct)
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const claimed = forwarded.at(-trustedHops) ?? ''
  return networkOf(isIP(claimed) ? claimed : direct)
}

function networkOf(address: string): string {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (isIP(plain) !== 6) return plain
  // Normalises the address, which has many spellings.
  const usual = new URL(`http://[${plain}]`).hostname.slice(1, -1)
  const [head = [], tail = []] = usual.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
