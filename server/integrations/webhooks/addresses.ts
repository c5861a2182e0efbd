import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Hosts that may be reached wherever they are, and by http: 'host' for all ports, or 'host:port'. In small letters. */
export type NamedHosts = ReadonlySet<string>

/** Reports whether the operator has listed the host of an address. */
export function isNamed({ hostname, port, protocol }: URL, named: NamedHosts): boolean {
  const at = port || (protocol === 'http:' ? '80' : '443')
  return named.has(hostname) || named.has(`${hostname}:${at}`)
}

/** Reports whether deliveries may be sent to an address at all; its resolution is checked at each delivery. */
export function isAllowedUrl(url: URL, named: NamedHosts): boolean {
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isNamed(url, named))
}

/** IANA's special-purpose registries: addresses that are no host of the internet. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** Inside 2000::/3, the only part of IPv6 with hosts of the internet: protocols and tunnels, examples, 6to4. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const special = new BlockList()
for (const [net, bits] of SPECIAL_IPV4) special.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of SPECIAL_IPV6) special.addSubnet(net, bits, 'ipv6')
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')

/**
 * Reports whether an address is a host of the internet that is not this machine. IPv4 inside IPv6 (mapped, NAT64) is
 * not: it could lead anywhere.
 * @param address as the resolver gives it
 */
export function isPublic(address: string): boolean {
  const plain = address.replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return false
  const family = version === 6 ? 'ipv6' : 'ipv4'
  if (family === 'ipv6' && !globalIpv6.check(plain, family)) return false
  return !special.check(plain, family) && !ownAddresses().check(plain, family)
}

/** Addresses of the machine's interfaces, which may change while the server runs. */
function ownAddresses(): BlockList {
  const own = new BlockList()
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    own.addAddress(address.replace(/%.*$/, ''), family === 'IPv6' ? 'ipv6' : 'ipv4')
  }
  return own
}
