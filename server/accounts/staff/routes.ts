import { type Context, Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { EditProfile, ProfileAnswer } from '../../../contract/auth.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import {
  ChangeStaff,
  InviteStaff,
  StaffAccess,
  StaffListAnswer,
  StaffParam,
  StaffQuery,
  type StaffRow,
} from '../../../contract/staff.ts'
import { isoWithOffset } from '../../../domain/clinic-time.ts'
import { mayManage, reachOf } from '../../../domain/rights.ts'
import { displayName } from '../../../domain/staff.ts'
import { answers } from '../../platform/http/answer.ts'
import { createOnce, KeyHeader } from '../../platform/http/create-once.ts'
import { HttpFailure } from '../../platform/http/failure.ts'
import { pageAnswer } from '../../platform/http/json-answer.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { NOT_ALLOWED } from '../auth/bearer.ts'
import type { AccountsContext } from '../auth/context.ts'
import { inviteStaff, OPEN_INVITATIONS, withdrawInvitation } from '../auth/invitations.ts'
import { boundStaff, type SignedInStaff } from '../auth/sessions.ts'
import { staffUser, wireNames } from '../auth/staff-user.ts'
import { accessOf } from './access.ts'
import { saveProfile } from './profile.ts'
import { type ChangeOutcome, type ListedAccount, listStaff, setAccess, setDisabled } from './repository.ts'
import { staffLocation } from './staff-location.ts'

const HOUR_SECONDS = 3_600
const ALREADY_STAFF = "There's already an account for this address."

/** Accounts and invitations that the caller may manage: list, invite, change, disable and enable. */
export function staffRoutes(context: AccountsContext) {
  const { pool, clinic, now, allow } = context
  return new Hono()
    .get(
      '/staff',
      describeRoute({
        summary: 'Accounts and open invitations',
        description:
          'Active accounts by surname, then those invited, then disabled accounts. Who is bound to locations sees those of ' +
          'lower types there.',
        tags: ['Staff'],
        responses: answers(200, StaffListAnswer, [400, 401, 403, 503]),
      }),
      allow.to('staff.write'),
      parsed('query', StaffQuery),
      async (c) => {
        const { page, limit } = c.req.valid('query')
        const { total, listed } = await listStaff(pool, { page, limit }, { by: c.var.staff, now: now() })
        const rows = listed.map((each) => staffRow(each, clinic.timeZone))
        return pageAnswer(c, rows, { page, limit, total })
      },
    )
    .route('/', inviteRoutes(context))
    .patch(
      '/staff/:id',
      describeRoute({
        summary: 'Disable an account, which ends its sessions at once, or enable it again',
        description:
          'Nobody disables themselves or the last active admin. Needs a fresh proof, or a PIN of the last 10 minutes at a tablet.',
        tags: ['Staff'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 409, 503]),
      }),
      allow.to('staff.write', { proof: 'desk' }),
      parsed('param', StaffParam),
      parsed('json', ChangeStaff),
      async (c) => {
        const { disabled } = c.req.valid('json')
        done(await setDisabled(pool, c.req.valid('param').id, disabled, { ...doer(c), now: now() }))
        return c.json({
          success: true as const,
          message: disabled ? 'Account disabled.' : 'Account enabled.',
        })
      },
    )
    .put(
      '/staff/:id/access',
      describeRoute({
        summary: 'Change what somebody may: type, locations, whose column',
        description:
          'It holds at once, in open sessions as well. When it is less than before, what their devices store is ' +
          'deleted. Nobody changes their own or that of the last active admin. Needs a fresh proof.',
        tags: ['Staff'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 409, 503]),
      }),
      allow.to('staff.write', { proof: 'fresh' }),
      parsed('param', StaffParam),
      parsed('json', StaffAccess),
      async (c) => {
        const access = accessOf(c.req.valid('json'), clinic)
        done(await setAccess(pool, c.req.valid('param').id, access, doer(c)))
        return c.json({ success: true as const, message: 'Account changed.' })
      },
    )
}

function inviteRoutes({ pool, clinic, now, allow, limits }: AccountsContext) {
  const perAdmin = createLimit({
    pool,
    name: 'staff-invites',
    uses: 20,
    perSeconds: HOUR_SECONDS,
    message: "You've sent a lot of invitations. Please continue in {minutes} minutes.",
    enabled: limits,
  })

  return new Hono()
    .post(
      '/staff/invites',
      describeRoute({
        summary: 'Invite someone to an account',
        description:
          'Sends a link that works once, for 7 days. An open invitation for the address is replaced; the same Idempotency-Key with the same body sends one link. Needs a fresh proof.',
        tags: ['Staff'],
        responses: answers(201, DoneAnswer, [400, 401, 403, 409, 429, 503]),
      }),
      allow.to('staff.write', { proof: 'fresh' }),
      parsed('header', KeyHeader),
      parsed('json', InviteStaff),
      async (c) => {
        const invite = c.req.valid('json')
        const by = c.var.staff
        const access = accessOf(invite, clinic)
        if (!mayManage(by, access)) throw new HttpFailure('forbidden', NOT_ALLOWED)
        await perAdmin.use(by.id)
        const call = { caller: by.id, body: invite }
        const invited = await createOnce(c, pool, call, async (db) => {
          const outcome = await inviteStaff(db, { ...invite, ...access }, { by, now: now(), limits })
          return outcome === 'invited' ? { outcome } : outcome
        })
        const outcome = typeof invited === 'object' ? invited.outcome : invited
        if (outcome !== 'invited') await perAdmin.giveBack(by.id)
        if (outcome === 'already_staff') {
          throw new HttpFailure('already_staff', ALREADY_STAFF, { errors: { email: ALREADY_STAFF } })
        }
        if (outcome === 'too_many') {
          throw new HttpFailure(
            'too_many_requests',
            `There are ${OPEN_INVITATIONS} open invitations already. Please withdraw some first.`,
            { retryAfter: HOUR_SECONDS },
          )
        }
        return c.json({ success: true as const, message: `Invitation sent to ${invite.email}.` }, 201)
      },
    )
    .delete(
      '/staff/invites/:id',
      describeRoute({
        summary: 'Withdraw an invitation: its link ends',
        tags: ['Staff'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('staff.write'),
      parsed('param', StaffParam),
      async (c) => {
        const found = await withdrawInvitation(pool, c.req.valid('param').id, c.var.staff)
        if (!found) throw new HttpFailure('not_found', 'This invitation is no longer open.')
        return c.json({ success: true as const, message: 'Invitation withdrawn.' })
      },
    )
}

const doer = (c: Context) => ({ by: c.var.staff.id, within: c.var.session.withinLocations })

/** @throws HttpFailure for a change that was refused */
function done(outcome: ChangeOutcome): void {
  if (outcome !== 'done') throw REFUSALS[outcome]()
}

const REFUSALS = {
  not_found: () => new HttpFailure('not_found', "This account doesn't exist."),
  last_admin: () =>
    new HttpFailure('last_admin', 'This is the last administrator. Please add another one first.'),
  oneself: () =>
    new HttpFailure('forbidden', "You can't change your own account like this. Someone else can."),
  not_allowed: () => new HttpFailure('forbidden', NOT_ALLOWED),
}

function staffRow(listed: ListedAccount, timeZone: string): StaffRow {
  const { id, state, username, email, type, locations, doctorId, lastSignInAt } = listed
  return {
    id,
    state,
    username,
    email,
    displayName: displayName(wireNames(listed)),
    type,
    location: locations[0] ?? null,
    locations: [...locations],
    doctorId,
    lastSignInAt: lastSignInAt && isoWithOffset(lastSignInAt, timeZone),
  }
}

const TAKEN = 'This username is taken. Please choose another.'

/**
 * A person's locations with one of them first. People with rights at all locations choose freely; others choose one of
 * their own.
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
        throw new HttpFailure('forbidden', 'You can only change your own profile.')
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
