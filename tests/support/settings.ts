import { readFileSync } from 'node:fs'

const [, schema = ''] = readFileSync('server/platform/config/config.ts', 'utf8').split(
  'const Environment = v.object({',
)

/** The names of the server's settings, as its schema has them. */
export const SETTINGS = [...(schema.split('\n})\n', 1)[0] ?? '').matchAll(/^ {2}([A-Z_]+):/gm)].map(
  ([, name = '']) => name,
)
