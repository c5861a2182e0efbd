import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { patientQueries, recordNow } from '../../../api/patients.ts'
import { messageFor } from '../../../http/message-for.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useFieldMessages } from '../../../ui/use-field-messages.ts'

/** Handles the answer of each change of a record: shows the record in it, also after a refusal. */
export function useRecordChange() {
  const { t } = useTranslation('records')
  const messages = useFieldMessages('records')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const queries = useQueryClient()
  const { notify } = useMessages()
  const keep = (record: PatientRecord) =>
    queries.setQueryData(patientQueries.record(staffId, record.id).queryKey, record)
  return {
    done(record: PatientRecord) {
      keep(record)
      // Asked for again, so that what this device has stored is no older.
      void queries.invalidateQueries({ queryKey: patientQueries.record(staffId, record.id).queryKey })
      // Names and contacts may be others now.
      void queries.invalidateQueries({ queryKey: patientQueries.searches(), refetchType: 'active' })
    },
    failed(error: unknown) {
      const record = recordNow(error)
      if (record) keep(record)
      notify('error', messageFor(error, t('notSaved')))
    },
    messages,
  }
}
