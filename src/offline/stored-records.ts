import type { QueryClient } from '@tanstack/react-query'
import { callOf } from '../../contract/seal.ts'
import { SEAL_SCHEMA, SEALED_MS } from '../../contract/seal-limits.ts'
import { storedAnswers } from '../../seal/store.ts'
import { recordsOf } from '../api/patients.ts'
import { clock, deviceTime } from '../clock.ts'
import { mayHavePages } from '../device/stored-mark.ts'
import { openerNow } from './opener.ts'

const RECORD = 'GET /patients/'

/**
 * Restores patients' records that were opened and stored sealed on this device, for a person who can open them. Not
 * at start, like the rest: a record is restored when it is asked for. A newer one in memory stays.
 */
export async function restoreRecords(client: QueryClient, staffId: string): Promise<void> {
  if (!mayHavePages()) return
  const open = await openerNow()
  if (!open) return
  const now = clock.now().getTime()
  const found = (await storedAnswers()).filter(
    ({ question, sealed }) =>
      question.startsWith(RECORD) && sealed.schema === SEAL_SCHEMA && now - sealed.at <= SEALED_MS,
  )
  const texts = await Promise.all(found.map(({ sealed, question }) => open(sealed, question)))
  found.forEach(({ question, sealed }, i) => {
    const text = texts[i]
    if (text == null) return
    for (const { queryKey, data } of recordsOf(staffId, callOf(question), JSON.parse(text))) {
      if (client.getQueryData(queryKey) === undefined)
        client.setQueryData(queryKey, data, { updatedAt: deviceTime(sealed.at) })
    }
  })
}
