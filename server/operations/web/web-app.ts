import path from 'node:path'
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import { DOCS, isDocs } from '../../../contract/docs-address.ts'
import { LANGUAGE_COOKIE } from '../../../contract/language-cookie.ts'
import { FALLBACK_LANGUAGE, isoLanguage } from '../../../domain/languages.ts'
import { ownValue } from '../../../domain/own.ts'
import { type Asset, HASHED, readAssets } from '../../platform/http/assets.ts'
import { sendAsset } from '../../platform/http/send-asset.ts'
import type { StoredBuilds } from './stored-files.ts'

const HOME = '/book-appointment'
const HOME_FILE = '/book-appointment.html'
/** Paths prerendered at build time; all others get the shell. */
const PRERENDERED: Record<string, string> = {
  [HOME]: HOME_FILE,
  // A patient's own appointment; in SMS the second.
  '/visit': '/visit.html',
  '/v': '/visit.html',
}
const SHELL = '/index.html'
/** Answers every address of the documentation that has no page. */
const NOT_IN_DOCS = `${DOCS}-not-found.html`

/**
 * Serves the built page: files from `distDir`/client, the prerendered page at its path, the documentation below /docs,
 * and the shell for any other path without a file extension, where the app routes. Only GET and HEAD; other methods
 * pass through.
 * @param keep takes the current files and returns the hashed files of earlier builds, for tabs that are still
 * open
 * @throws Error when `distDir` has no build
 */
export async function webApp({
  distDir,
  headersOf = () => ({}),
  keep,
}: {
  distDir: string
  /** Headers of a file besides those of every answer, by its address ('/index.html'). */
  headersOf?: (file: string) => Record<string, string>
  keep?: (current: ReadonlyMap<string, Asset>) => Promise<StoredBuilds>
}): Promise<MiddlewareHandler> {
  const assets = await readAssets(path.join(distDir, 'client'))
  for (const needed of [SHELL, ...Object.values(PRERENDERED)])
    if (!assets.has(needed)) throw new Error(`The page is not built: ${distDir}/client${needed} is missing.`)

  const kept = await keep?.(assets)
  const headers = new Map([...assets.keys()].map((file) => [file, Object.entries(headersOf(file))]))
  // Of an earlier build only hashed files stay.
  const ofOthers = Object.entries(headersOf(HASHED))
  const answer = (c: Context, file: string, asset: Asset, status?: 404) => {
    for (const [name, value] of headers.get(file) ?? ofOthers) c.header(name, value)
    // A file is the same for everybody, so the id of its request is of no use.
    c.header('X-Request-Id', undefined)
    return sendAsset(c, asset, status)
  }

  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const { pathname, search } = new URL(c.req.url)
    if (pathname === '/') return c.redirect(HOME + search, 302)
    const file = fileFor(pathname)
    if (file === HOME_FILE) {
      c.header('Vary', 'Cookie', { append: true })
      const translated = fileInLanguage(file, getCookie(c, LANGUAGE_COOKIE))
      const inLanguage = assets.get(translated)
      if (inLanguage) return answer(c, translated, inLanguage)
    }
    const asset = assets.get(file) ?? (await kept?.find(pathname))
    if (asset) return answer(c, file, asset)
    const notFound = isDocs(pathname) && assets.get(NOT_IN_DOCS)
    return notFound ? answer(c, NOT_IN_DOCS, notFound, 404) : c.text('Not found', 404)
  }
}

/** A path with a file extension only matches that file, so that a missing chunk is a 404 and not a page. */
function fileFor(pathname: string): string {
  if (looksLikeFile(pathname)) return pathname.endsWith('.html') ? '' : pathname
  const address = pathname.replace(/\/+$/, '').toLowerCase()
  return isDocs(address) ? `${address}.html` : (ownValue(PRERENDERED, address) ?? SHELL)
}

/** The page as it was written in the language that a browser names; the fallback is in the page itself. */
function fileInLanguage(file: string, code: string | undefined): string {
  const iso = isoLanguage(code ?? FALLBACK_LANGUAGE)
  return iso === FALLBACK_LANGUAGE ? '' : file.replace('.html', `.${iso}.html`)
}

function looksLikeFile(pathname: string): boolean {
  let name = pathname
  try {
    name = decodeURIComponent(pathname)
  } catch {
    // No known path either way, so the raw form decides.
  }
  return pathname.startsWith('/assets/') || /\.[^/\\]*$/.test(name)
}
