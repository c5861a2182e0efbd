import { useTranslation } from 'react-i18next'
import type { PatientRecord } from '../../../../contract/patients.ts'
import { SentMessages } from '../../../ui/sent-messages.tsx'
import { Top } from './section-top.tsx'

/** What was sent in the last days, and what became of it. */
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
