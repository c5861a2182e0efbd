import type { Config } from './config.ts'

/**
 * Origin of the page, without a trailing slash: PUBLIC_URL, or the listening address, which may work only
 * locally.
 */
export function originOf({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl !== undefined) return publicUrl
  const name = /^(?:127\.0\.0\.1|0\.0\.0\.0|::|::1)$/.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
