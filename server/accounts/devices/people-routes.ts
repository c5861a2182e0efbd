import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { SignedInAnswer } from '../../../contract/auth.ts'
import {
  DEVICE_PEOPLE,
  DevicePersonParam,
  JoinDevice,
  PIN_TRIES,
  PinSignIn,
} from '../../../contract/devices.ts'
import { DoneAnswer } from '../../../contract/envelope.ts'
import { answers } from '../../platform/http/answer.ts'
import { HttpFailure, invalidInput } from '../../platform/http/failure.ts'
import { createLimit } from '../../platform/http/limits.ts'
import { parsed } from '../../platform/http/validate.ts'
import { NOT_ALLOWED } from '../auth/bearer.ts'
import type { AccountsContext } from '../auth/context.ts'
import { isRecent, requireFreshProof } from '../auth/fresh-proof.ts'
import { askingOf, handOut } from '../auth/session-answer.ts'
import { findDevice } from './contact.ts'
import { deviceGate } from './device-only.ts'
import { joinDevice, noteSignIn, removePerson, signInByPin } from './people.ts'
import { sealKeyOf } from './seal-key.ts'

const HOUR_SECONDS = 3_600

/** The people of a reception tablet: adding a PIN, signing in by it, and removal. */
export function devicePeopleRoutes(context: AccountsContext) {
  const { pool, now, allow, limits, logRefusal, isHttps } = context
  const { limited, deviceOnly } = deviceGate(context)
  const joinsPerPerson = createLimit({
    pool,
    name: 'device-joins',
    uses: 60,
    perSeconds: HOUR_SECONDS,
    message: 'Your PINs have changed too often. Please continue in {minutes} minutes.',
    enabled: limits,
  })
  // For all people of a tablet; five wrong attempts of a person in a row are counted separately.
  const pinsPerDevice = createLimit({
    pool,
    name: 'device-pins',
    uses: 120,
    perSeconds: HOUR_SECONDS,
    message:
      'Too many PINs on this tablet. Please go on in {minutes} minutes, or sign in with your password.',
    enabled: limits,
  })

  return new Hono()
    .post(
      '/devices/people',
      describeRoute({
        summary: 'Work at a reception tablet: give oneself a PIN there, or note a sign-in',
        description:
          '`device` is the token of the tablet. With `pin` and `publicKey` it needs a fresh proof, and the PIN holds until ' +
          `${PIN_TRIES} wrong ones in a row, a new password, or a week without a whole sign-in there. ` +
          "From then on the session reaches no further than the tablet's locations.",
        tags: ['Devices'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 429, 503]),
      }),
      allow.to('book.read', { proof: 'partly' }),
      parsed('json', JoinDevice),
      async (c) => {
        const { staff, session } = c.var
        const { device: token, pin, publicKey } = c.req.valid('json')
        const device = await findDevice(pool, token)
        if (device?.state !== 'active') throw new HttpFailure('forbidden', NOT_ALLOWED)
        const pair = { device: device.id, staff: staff.id }
        const { tokenHash } = session
        if (pin === null) {
          await noteSignIn(pool, pair, { tokenHash, isWhole: isRecent(session.provenAt, now()), now: now() })
          return c.json({ success: true as const, message: 'Noted.' })
        }
        requireFreshProof(session, now())
        await joinsPerPerson.use(staff.id)
        const key = publicKey === null ? null : await sealKeyOf(publicKey)
        if (publicKey === null || !key) throw invalidInput({ publicKey: 'invalid' })
        const outcome = await joinDevice(pool, pair, {
          pin,
          key: { id: key.id, publicKey },
          tokenHash,
          now: now(),
        })
        if (outcome === 'too_many')
          throw new HttpFailure(
            'too_many_requests',
            `This tablet has ${DEVICE_PEOPLE} people already. Please remove one first.`,
            { retryAfter: HOUR_SECONDS },
          )
        return c.json({ success: true as const, message: 'PIN set.' })
      },
    )
    .post(
      '/devices/pin',
      describeRoute({
        summary: 'Sign in at a reception tablet by a PIN',
        description:
          "The bearer is the device's own token. A wrong PIN is 400 `code_wrong` with `triesLeft` in `data`; after " +
          `${PIN_TRIES} of them, and a week after the last whole sign-in there, 403 \`full_sign_in_required\`. ` +
          'The session is no fresh proof.',
        tags: ['Devices'],
        responses: answers(200, SignedInAnswer, [400, 401, 403, 429, 503]),
      }),
      limited,
      deviceOnly,
      parsed('json', PinSignIn),
      async (c) => {
        const { device } = c.var
        const { staff, pin } = c.req.valid('json')
        if (device.state !== 'active') throw new HttpFailure('forbidden', NOT_ALLOWED)
        await pinsPerDevice.use(device.id)
        const { browser } = askingOf(c)
        const outcome = await signInByPin(pool, { device: device.id, staff, pin }, { browser, now: now() })
        if (outcome === 'full_sign_in') {
          throw new HttpFailure('full_sign_in_required', 'Please sign in with your password on this tablet.')
        }
        if ('triesLeft' in outcome) {
          logRefusal({ requestId: c.get('requestId'), device: device.id, staff }, { says: 'PIN refused' })
          throw new HttpFailure('code_wrong', 'Wrong PIN.', { data: outcome })
        }
        await pinsPerDevice.giveBack(device.id)
        return c.json({ success: true as const, message: 'Success!', data: handOut(c, outcome, isHttps) })
      },
    )
    .delete(
      '/devices/:id/people/:staff',
      describeRoute({
        summary: 'Take somebody out of a reception tablet',
        description: 'Their PIN there is worth nothing from then on, and their sessions there end.',
        tags: ['Devices'],
        responses: answers(200, DoneAnswer, [400, 401, 403, 404, 503]),
      }),
      allow.to('devices'),
      parsed('param', DevicePersonParam),
      async (c) => {
        const { id, staff } = c.req.valid('param')
        const { reach } = c.var
        const isRemoved = await removePerson(pool, { device: id, staff }, { by: c.var.staff.id, reach })
        if (!isRemoved) throw new HttpFailure('not_found', 'Nobody on this tablet has this name.')
        return c.json({ success: true as const, message: 'Removed.' })
      },
    )
}
