import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { appointmentQueries } from '../../../../api/appointments-list.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { authUserAtom } from '../../../../session/session-atoms.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { toMoveAtom } from '../../state/move-atom.ts'
import { toCancelAtom } from '../../state/use-changes.ts'

/** Asked for again only where it is older, in milliseconds. */
const FRESH_MS = 10_000

/** Moving and cancelling of an appointment of which only the id is known. @returns the focus goes back to `opener` */
export function useRowActions(id: string) {
  const { t } = useTranslation('todo')
  const client = useQueryClient()
  const { notify } = useMessages()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const askToMove = useSetAtom(toMoveAtom)
  const askToCancel = useSetAtom(toCancelAtom)
  const withRow = async (act: (row: Appointment) => void) => {
    try {
      act(
        await client.fetchQuery({
          ...appointmentQueries.details(staffId, id),
          staleTime: FRESH_MS,
          retry: false,
        }),
      )
    } catch (error) {
      notify('error', messageFor(error, t('failed')))
    }
  }
  return {
    move: (opener: HTMLElement | null) => void withRow((row) => askToMove({ row, opener })),
    cancel: (opener: HTMLElement | null) => void withRow((row) => askToCancel({ row, opener })),
  }
}
