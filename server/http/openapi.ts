import type { Hono } from 'hono'
import { generateSpecs } from 'hono-openapi'
import { KEY_PREFIX, KEY_SCOPES } from '../../contract/api-keys.ts'
import type { Clinic } from '../../domain/clinic.ts'
import { tooLargeAnswer } from './answer.ts'

/** Any call that can have a body can have one that is too large, even if it reads none. */
const WITH_BODY = { responses: tooLargeAnswer }

/**
 * GET /openapi.json, generated from the schemas that validate the calls: once per process, since that takes tens of
 * milliseconds in which nobody else is answered.
 */
export function openApiRoute(api: Hono, clinic: Clinic): void {
  let made: Promise<string> | undefined
  const make = async () =>
    JSON.stringify(
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
  api.get('/openapi.json', async (c) => {
    made ??= make()
    const text = await made
    return c.body(text, 200, { 'Content-Type': 'application/json' })
  })
}
