import type { Config } from './config.ts'

/**
 * Where people open the page, without a slash at the end: PUBLIC_URL, or else the address the server listens on,
 * which then only this machine or its network knows.
 */
export function originOf({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl !== undefined) return publicUrl
  const name = /^(?:127\.0\.0\.1|0\.0\.0\.0|::|::1)$/.test(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
