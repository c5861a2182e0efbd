import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { buildIfStale } from '../../../build/build-if-stale.ts'
import { distDir } from '../../../build/build-info.ts'
import type { Config } from '../../platform/config/config.ts'
import { HASHED } from '../../platform/http/assets.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { fileHeaders, hashedFileHeaders, securityHeaders } from './security-headers.ts'
import { storeBuilds } from './stored-builds.ts'
import { webApp } from './web-app.ts'

/**
 * Builds the page if it is out of date. Returns headers for every answer and the page for every path outside
 * the API.
 * @throws StartError when the page can't be built
 */
export async function loadPages({
  config,
  log,
}: {
  config: Config
  log: Logger
}): Promise<{ headers: MiddlewareHandler; pages: MiddlewareHandler; build: string }> {
  const { inputs, pages, apiBaseUrl } = await buildIfStale((message) => log.info(message)).catch((error) => {
    throw new StartError(notBuiltReason(error as NodeJS.ErrnoException))
  })
  return {
    build: inputs.slice(0, 12),
    headers: securityHeaders({ https: config.publicUrl?.startsWith('https:') ?? false }),
    pages: await webApp({
      distDir,
      headersOf: (file) =>
        file.startsWith(HASHED) ? hashedFileHeaders : fileHeaders(apiBaseUrl, pages[file]),
      keep: (current) => storeBuilds({ folder: path.join(config.dataDir, 'builds'), current, log }),
    }),
  }
}

/** A container image contains the built page, and its program folder is read-only. */
function notBuiltReason({ code = '', message }: NodeJS.ErrnoException): string {
  if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) return message
  return (
    'The page was built from other sources or with another PORTAL_TOKEN or VITE_API_BASE_URL, and dist/ cannot be ' +
    'written to: build it with these (npm run build), or set the ones that it was built with.'
  )
}
