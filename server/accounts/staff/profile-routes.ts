import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { EditProfile, ProfileAnswer } from '../../../contract/auth.ts'
import { reachOf } from '../../../domain/rights.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { parsed } from '../../platform/http/validate.ts'
import { NOT_ALLOWED } from '../auth/bearer.ts'
import type { AccountsContext } from '../auth/context.ts'
import { boundStaff, type SignedInStaff } from '../auth/sessions.ts'
import { staffUser } from '../auth/staff-user.ts'
import { saveProfile } from './profile.ts'
import { staffLocation } from './staff-location.ts'

const TAKEN = 'This username is taken. Please choose another.'

/**
 * Somebody's locations with one of them first. Whose rights are not bound to locations is free to choose; for others it
 * is one of their own.
 * @param location a code; null: all of the clinic's
 * @throws HttpFailure 403 for one that is not theirs
 */
function beginningWith(location: string | null, staff: SignedInStaff) {
  const bounds = reachOf(staff, 'book.read')?.locations ?? null
  if (bounds === null) return { locations: location === null ? [] : [location], isBound: false }
  if (location === null || !bounds.includes(location)) throw new HttpFailure('forbidden', NOT_ALLOWED)
  return { locations: [location, ...bounds.filter((code) => code !== location)], isBound: true }
}

/** PUT /auth/profile: only one's own, even if `idx` differs. */
export function profileRoute({ pool, clinic, allow }: AccountsContext) {
  return new Hono().put(
    '/auth/profile',
    describeRoute({
      summary: "Change one's own profile",
      description:
        '`idx` is the id of the caller, or left out. What is left out or null stays as it is, ' +
        'but for a location of null, which means all of them; an empty profession or job title is taken away.',
      tags: ['Staff account'],
      responses: answers(200, ProfileAnswer, [400, 401, 403, 409, 503]),
    }),
    allow.to('account'),
    parsed('json', EditProfile),
    async (c) => {
      const edit = c.req.valid('json')
      const { staff } = c.var
      if (edit.idx !== null && edit.idx !== staff.id) {
        throw new HttpFailure('forbidden', 'You can change your own profile only.')
      }
      const order =
        edit.location === undefined
          ? undefined
          : beginningWith(staffLocation(edit.location, clinic.locations), staff)
      const saved = await saveProfile(pool, staff, edit, order)
      if (!saved) throw new HttpFailure('username_taken', TAKEN, { errors: { username: TAKEN } })
      return c.json({
        success: true as const,
        message: 'Profile saved.',
        data: { user: staffUser(boundStaff(saved, staff.boundTo)) },
      })
    },
  )
}
