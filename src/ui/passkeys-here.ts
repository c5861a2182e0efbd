/** Whether this browser may have passkeys for this address: they belong to a host name, and an address of numbers is none. */
export function passkeysHere({ hostname }: { hostname: string } = location): boolean {
  const isAddress = /^[\d.]+$|^\[/.test(hostname)
  return 'PublicKeyCredential' in globalThis && !isAddress
}
