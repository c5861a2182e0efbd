import Button from '@mui/material/Button'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { WaitingEntry } from '../../../../../contract/waiting-list.ts'
import { appointmentQueries } from '../../../../api/appointments-list.ts'
import { removeWaiting } from '../../../../api/waiting-changes.ts'
import { messageFor } from '../../../../http/message-for.ts'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { useStoredState } from '../../../../session/open-forms.ts'
import { formatSince } from '../../../../ui/format-instant.ts'
import { shortDay } from '../../../../ui/format-time.ts'
import { useMessages } from '../../../../ui/messages.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { WEEK, weekdayName } from '../../../../ui/weekdays.ts'
import { useClinic } from '../../../../use-clinic.ts'
import { part } from '../../state/parts.ts'
import { focusNext } from '../focus-next.ts'
import { PhoneNumber } from '../phone-number.tsx'
import { useWhen } from '../use-when.ts'
import { ChangeWish } from './change-wish.tsx'
import { WaitingName, WaitsFor } from './who-waits.tsx'

type Props = { entries: readonly WaitingEntry[]; total: number; today: string }

/** Waiting list, longest wait first; hidden while it is empty. */
export function WaitingSection({ entries, total, today }: Props) {
  const { t } = useTranslation('waiting')
  if (total === 0) return null
  const left = total - entries.length
  return (
    <section aria-labelledby="todo-waiting-list">
      <h3 id="todo-waiting-list">
        {t('title')} <span>{total}</span>
      </h3>
      <ul>
        {entries.map((entry) => (
          <WaitingRow key={entry.id} of={entry} today={today} />
        ))}
      </ul>
      {left > 0 && <p className="nothing">{t('more', { count: left })}</p>}
    </section>
  )
}

function WaitingRow({ of: entry, today }: { of: WaitingEntry; today: string }) {
  const clinic = useClinic()
  const { t, i18n } = useTranslation('waiting')
  const language = isoLanguage(i18n.language)
  const when = useWhen(today)
  const client = useQueryClient()
  const { notify } = useMessages()
  const offline = useDisabledReason() !== null
  const { name, offer } = entry
  const [isChanging, setChanging] = useStoredState(`changing wish ${entry.id}`, false)
  const opener = useRef<HTMLButtonElement>(null)
  const again = () => client.invalidateQueries({ queryKey: appointmentQueries.all() })
  const close = () => {
    setChanging(false)
    requestAnimationFrame(() => opener.current?.focus())
  }
  const wishes = [
    t('days', { from: shortDay(entry.from, language), to: shortDay(entry.to, language) }),
    ...(entry.weekdays.length > 0
      ? [
          WEEK.filter((day) => entry.weekdays.includes(day))
            .map((day) => weekdayName(day, language, 'short'))
            .join(', '),
        ]
      : []),
    ...(entry.partOfDay ? [t(`part.${entry.partOfDay}`)] : []),
    ...(entry.doctor ? [t('only', { doctor: entry.doctor.name })] : []),
  ]
  const remove = async (from: Element) => {
    if (offline) return
    focusNext(from)
    try {
      await removeWaiting(entry.id)
      notify('success', t('removed', { name }))
    } catch (error) {
      notify('error', messageFor(error, t('failed')))
    }
    await again()
  }
  return (
    <li className="row" {...part('row')}>
      <div className="head">
        <WaitingName of={entry} />
        {entry.urgent && <strong className="urgent">{t('urgent')}</strong>}
      </div>
      <span>
        <WaitsFor of={entry} today={today} />
      </span>
      <span className="when">{wishes.join(' · ')}</span>
      {entry.note !== '' && <q className="when">{entry.note}</q>}
      {offer ? (
        <span className="when">
          {t('offered', {
            when: when(offer.appointment_date),
            until: formatSince(offer.until, today, clinic.timeZone, language),
          })}
        </span>
      ) : (
        entry.offers > 0 && <span className="when">{t('offers', { count: entry.offers })}</span>
      )}
      <div className="acts">
        {entry.phone_number !== '' && <PhoneNumber of={entry} />}
        <div className="end">
          <Button
            ref={opener}
            aria-label={t('change.of', { name })}
            aria-expanded={isChanging}
            aria-disabled={offline}
            onClick={() => !offline && setChanging(!isChanging)}
          >
            {t('change.open')}
          </Button>
          <Button
            aria-label={t('offOf', { name })}
            aria-disabled={offline}
            onClick={({ currentTarget }) => void remove(currentTarget)}
          >
            {t('off')}
          </Button>
        </div>
      </div>
      {isChanging && (
        <ChangeWish
          of={entry}
          today={today}
          onSaved={() => {
            notify('success', t('change.saved', { name }))
            close()
            void again()
          }}
          onClose={close}
        />
      )}
    </li>
  )
}
