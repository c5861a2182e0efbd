import { Hono } from 'hono'
import { describeRoute } from 'hono-openapi'
import { ClinicAnswer } from '../../../contract/clinic.ts'
import { publicClinic } from '../../../domain/public-clinic.ts'
import type { AccountsContext } from '../../accounts/auth/context.ts'
import { answers } from '../../platform/http/answer.ts'
import type { Asset } from '../../platform/http/assets.ts'
import { madeAsset } from '../../platform/http/made-asset.ts'
import { sendAsset } from '../../platform/http/send-asset.ts'

/**
 * GET /clinic. Its bytes are made once, and a caller who has them gets 304. Without a bearer and without a limit of calls, as
 * the page's own files are: every visit asks once, whole towns share a network, and counting would cost more than answering.
 */
export function clinicRoute({ clinic, allow }: Pick<AccountsContext, 'clinic' | 'allow'>) {
  let made: Promise<Asset> | undefined
  const make = () => {
    const text = JSON.stringify({ success: true, data: publicClinic(clinic) })
    return madeAsset('/clinic.json', text)
  }
  return new Hono().get(
    '/clinic',
    describeRoute({
      summary: 'What everybody may know of the clinic: places, hours, doctors, services',
      description: 'With an ETag, and 304 where `If-None-Match` has it.',
      tags: ['Booking'],
      responses: { ...answers(200, ClinicAnswer, []), 304: { description: 'Unchanged' } },
    }),
    allow.anyone,
    async (c) => {
      made ??= make()
      return sendAsset(c, await made)
    },
  )
}
