import type { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import type { Pool } from 'pg'
import { KEY_PREFIX, KEY_SCOPES } from '../../../contract/api-keys.ts'
import type { Clinic } from '../../../domain/clinic.ts'
import { tooLargeAnswer } from './answer.ts'
import type { Asset } from './assets.ts'
import { callerOf } from './caller.ts'
import { createCallerLimit } from './limits.ts'
import { madeAsset } from './made-asset.ts'
import { sendAsset } from './send-asset.ts'

/** Any call that can have a body can have one that is too large, even if it reads none. */
const WITH_BODY = { responses: tooLargeAnswer }

const ADDRESS = '/openapi.json'
/** Per caller: a tool asks once, and a developer now and then. */
const USES = 60
const PER_SECONDS = 600

type Options = { pool: Pool; clinic: Clinic; limits: boolean; trustedProxies: number }

/**
 * GET /openapi.json, generated from the schemas that validate the calls, and compressed: once per process, since that
 * blocks all other answers for tens of milliseconds.
 */
export function openApiRoute(api: Hono, { pool, clinic, limits, trustedProxies }: Options): void {
  const perCaller = createCallerLimit({
    pool,
    name: 'openapi',
    uses: USES,
    perSeconds: PER_SECONDS,
    message:
      'This document was fetched very often from your connection. Please try again in {minutes} minutes.',
    enabled: limits,
  })
  let made: Promise<Asset> | undefined
  const make = async () => {
    const text = JSON.stringify(
      await generateSpecs(api, {
        defaultOptions: { POST: WITH_BODY, PUT: WITH_BODY, PATCH: WITH_BODY, DELETE: WITH_BODY },
        documentation: {
          openapi: '3.1.0',
          info: {
            title: `${clinic.name}: appointments`,
            version: '1.0.0',
            description:
              'Days are YYYY-MM-DD and times of day HH:mm in clinic time; instants are ISO 8601 with offset. ' +
              'Every answer is an envelope with `success`; a failing one has a `code` that stays and a `message` for people. ' +
              '`x-right` says who may make a call: a right of staff, or `public`, `session`, `patient`, `visit` (the link of one), `device`, `key`, `anyone`. ' +
              '`x-proof`: the session needs a proof of the last 10 minutes, the password or a sign-in, else 403 `fresh_proof_required` (`desk`: a PIN counts too; `partly`: see the call). ' +
              'An API key of the clinic opens the calls whose `security` names its scope under `apiKey` (`x-scope`), and no others. ' +
              'A call that no person has asked for says `X-Unattended: 1` and does not prolong the session.',
          },
          servers: [{ url: '/api' }],
          components: {
            securitySchemes: {
              bearer: {
                type: 'http',
                scheme: 'bearer',
                description:
                  'The token of the portal, a session, a device, or of the link of a visit or an offer.',
              },
              apiKey: {
                type: 'http',
                scheme: 'bearer',
                bearerFormat: `${KEY_PREFIX}…`,
                description: `A key that an admin has made for another program; scopes: ${KEY_SCOPES.join(', ')}.`,
              },
            },
          },
          security: [{ bearer: [] }],
        },
      }),
    )
    return madeAsset(ADDRESS, text)
  }
  api.get(ADDRESS, async (c) => {
    await perCaller.use(callerOf(c, trustedProxies))
    made ??= make()
    return sendAsset(c, await made)
  })
}
