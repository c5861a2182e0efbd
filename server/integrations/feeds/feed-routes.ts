import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { noteFetch } from '../../accounts/audit/reads-by-programs.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { tokenHash } from '../../accounts/auth/tokens.ts'
import { chooseEncoding } from '../../platform/http/encoding.ts'
import { isUnchanged } from '../../platform/http/etag.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { wrongTokens } from '../../platform/http/wrong-tokens.ts'
import { type FeedFile, feedFile } from './feed-file.ts'
import type { RememberedFeeds } from './remembered.ts'
import type { Feed } from './repository.ts'

/** 256 bits in base64url (server/accounts/auth/tokens.ts). */
const FILE = /^([\w-]{43})\.ics$/
/** A feed is read from the database at most as often, whatever its programs ask: once in half a minute. */
const MADE_PER_HOUR = 120
/** A feed may have thousands of patients, and is fetched all day: the audit trail names each of them once a week. */
const NAMED_AGAIN_HOURS = 7 * 24
const GONE = 'There is no such calendar.'

const compressed = promisify(gzip)

/**
 * GET /calendar/{token}.ics for calendar programs, outside /api, since no program of ours reads it and it has no
 * envelope. An invalid token is 404, and such attempts are counted per network.
 */
export function feedRoute(context: AccountsContext, remembered: RememberedFeeds) {
  const { pool, clinic, now, limits } = context
  const countWrong = wrongTokens(context, {
    name: 'feeds-wrong',
    message: 'Too many calendar addresses that do not work. Please try again in {minutes} minutes.',
  })
  const made = createLimit({
    pool,
    name: 'feeds-made',
    uses: MADE_PER_HOUR,
    perSeconds: 3_600,
    message: 'This calendar is fetched very often. Please try again in {minutes} minutes.',
    enabled: limits,
  })

  // A feed may have megabytes: concurrent requests for one share its making.
  const making = new Map<string, Promise<FeedFile>>()
  function fileOf(feed: Feed, hash: string): Promise<FeedFile> {
    const one = making.get(hash) ?? make(feed, hash).finally(() => making.delete(hash))
    making.set(hash, one)
    return one
  }

  async function make(feed: Feed, hash: string): Promise<FeedFile> {
    await made.use(feed.id)
    // Before its visits are read: what changes meanwhile is not in this version.
    const version = remembered.versionOf(feed)
    const file = await feedFile(pool, feed, { clinic, now: now() })
    // Without an audit entry there is no answer, as for a tablet.
    if (feed.names) {
      await noteFetch(pool, {
        action: 'feed.fetched',
        subject: { kind: 'feed', id: feed.id },
        details: { by: 'feed' },
        appointments: file.appointments,
        hours: NAMED_AGAIN_HOURS,
      })
    }
    remembered.remember(hash, file.tag, version)
    return file
  }

  async function none(c: Context): Promise<never> {
    await countWrong(c)
    throw new HttpFailure('not_found', GONE)
  }

  return new Hono()
    .get('/calendar/:file', async (c) => {
      // A program of many addresses says whose it found where.
      c.header('X-Robots-Tag', 'noindex')
      c.header('Referrer-Policy', 'no-referrer')
      const [, token] = FILE.exec(c.req.param('file')) ?? []
      if (token === undefined) return none(c)
      const hash = tokenHash(token)
      const feed = await remembered.feedOf(hash)
      if (feed === null) return none(c)
      remembered.noteFetched(feed)

      const encoding = chooseEncoding(c.req.header('accept-encoding'), ['gzip'])
      const has = c.req.header('if-none-match')
      const known = remembered.tagOf(hash)
      let file: FeedFile | undefined
      if (known === null || !isUnchanged(has, ...tagsOf(known))) file = await fileOf(feed, hash)
      const tag = file?.tag ?? known ?? ''
      c.header('ETag', encoding ? tagsOf(tag)[1] : tagsOf(tag)[0])
      // Programs cache it and ask whether it has changed; caches between them and us may not.
      c.header('Cache-Control', 'private, no-cache')
      c.header('Vary', 'Accept-Encoding')
      if (!file || isUnchanged(has, ...tagsOf(tag))) return c.body(null, 304)
      const bytes = new Uint8Array(encoding ? await compressed(file.bytes, { level: 4 }) : file.bytes)
      c.header('Content-Type', 'text/calendar; charset=utf-8')
      c.header('Content-Disposition', 'inline; filename="calendar.ics"')
      c.header('Content-Length', String(bytes.length))
      if (encoding) c.header('Content-Encoding', encoding)
      return c.body(bytes, 200)
    })
    .all('/calendar/*', none)
}

/** A compressed answer has other bytes, and so a tag of its own (RFC 9110, section 8.8.3.3). */
const tagsOf = (tag: string): [plain: string, compressed: string] => [`"${tag}"`, `"${tag}-gzip"`]
