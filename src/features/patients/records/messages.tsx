import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { SentMessages } from '../../../ui/sent-messages.tsx'
import { Top } from './section-top.tsx'

/** Messages of the last days, with their delivery state. */
export function Messages({ of: { messages } }: { of: PatientRecord }) {
  const { t } = useTranslation('records')
  return (
    <section aria-labelledby="record-messages">
      <Top>
        <h3 id="record-messages">{t('messages.title')}</h3>
      </Top>
      <SentMessages of={messages} />
    </section>
  )
}
