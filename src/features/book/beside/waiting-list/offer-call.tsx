import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import BellRing from 'lucide-react/icons/bell-ring'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WaitingEntry } from '../../../../../contract/waiting-list.ts'
import { appointmentQueries } from '../../../../api/appointments-list.ts'
import { answerCall } from '../../../../api/waiting-changes.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { formatSince } from '../../../../ui/format-instant.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useClinic } from '../../../../use-clinic.ts'
import { part } from '../../state/parts.ts'
import { focusNext } from '../focus-next.ts'
import { PhoneNumber } from '../phone-number.tsx'
import { useWhen } from '../use-when.ts'
import { whatsAppLink } from '../whats-app-link.ts'
import { WaitingName, WaitsFor } from './who-waits.tsx'

type Props = { entries: readonly WaitingEntry[]; today: string }

/** Patients to call about a free time, since no message could reach them; hidden without any. */
export function OfferCalls({ entries, today }: Props) {
  const { t } = useTranslation('waiting')
  if (entries.length === 0) return null
  return (
    <section aria-labelledby="todo-offers">
      <h3 id="todo-offers">
        {t('call.title')} <span>{entries.length}</span>
      </h3>
      <ul>
        {entries.map(
          (entry) => entry.offer && <CallRow key={entry.id} of={entry} today={today} offer={entry.offer} />,
        )}
      </ul>
    </section>
  )
}

type RowProps = { of: WaitingEntry; offer: NonNullable<WaitingEntry['offer']>; today: string }

function CallRow({ of: entry, offer, today }: RowProps) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation(['waiting', 'todo'])
  const language = isoLanguage(i18n.language)
  const when = useWhen(today)
  const client = useQueryClient()
  const { notify } = useMessages()
  const offline = useDisabledReason() !== null
  const [busy, setBusy] = useState<'taken' | 'declined' | null>(null)
  const { name, phone } = entry
  const time = when(offer.appointment_date)
  const press = async (answer: 'taken' | 'declined', from: Element) => {
    if (offline || busy !== null) return
    setBusy(answer)
    try {
      await answerCall(offer.id, answer)
      focusNext(from)
      notify('success', t(`call.was.${answer}`, { name, when: time }))
    } catch (error) {
      notify('error', messageFor(error, t('failed')))
    } finally {
      setBusy(null)
    }
    await client.invalidateQueries({ queryKey: appointmentQueries.all() })
  }
  return (
    <li className="row" {...part('row')}>
      <div className="head">
        <WaitingName of={entry} />
        <span className="when">
          {t('call.until', {
            until: formatSince(offer.until, today, clinic.timeZone, language),
          })}
        </span>
      </div>
      <div className="why" data-state="pending">
        <BellRing size={16} aria-hidden="true" />
        <span>{t('call.free', { when: time, doctor: offer.doctor.name })}</span>
      </div>
      <span className="when">
        <WaitsFor of={entry} today={today} />
      </span>
      {entry.note !== '' && <q className="words">{entry.note}</q>}
      <div className="acts">
        {entry.phone_number === '' ? (
          <span className="quiet">{entry.email || t('todo:noPhone')}</span>
        ) : (
          <PhoneNumber of={entry} />
        )}
        {phone !== null && (
          <Button component="a" href={whatsAppLink(phone, offer.text)} target="_blank" rel="noreferrer">
            {t('todo:whatsApp')}
          </Button>
        )}
      </div>
      <div className="acts two">
        {(['taken', 'declined'] as const).map((answer) => (
          <Button
            key={answer}
            className="wide"
            variant="outlined"
            aria-label={t(`call.of.${answer}`, { name })}
            aria-busy={busy === answer}
            aria-disabled={offline}
            onClick={({ currentTarget }) => void press(answer, currentTarget)}
          >
            {t(`call.${answer}`)}
          </Button>
        ))}
      </div>
    </li>
  )
}
