import Phone from 'lucide:phone'
import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import type { WaitingEntry } from '../../../../contract/waiting-list.ts'
import { removeWaiting, waitingQueries } from '../../../api/waiting-list.ts'
import { messageFor } from '../../../http/api-error.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { mayAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { formatTime, shortDay } from '../../../ui/format-time.ts'
import { useMessages } from '../../../ui/messages.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { WEEK, weekdayName } from '../../../ui/weekdays.ts'
import { telLink } from '../actions/appointment-label.ts'
import { useDetails } from '../details/use-details.ts'
import { focusNext } from '../todo/focus-next.ts'
import { useWhen } from '../todo/use-when.ts'

type Props = { location: string; today: string }

/** Who waits for a time that becomes free, who has waited longest first; nothing where nobody does. */
export function WaitingSection({ location, today }: Props) {
  const { t } = useTranslation('waiting')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const enabled = useAtomValue(mayAtom)('book.write')
  const { data, refetch } = useQuery({ ...waitingQueries.list(staffId, location), enabled })
  if (!data || data.total === 0) return null
  const left = data.total - data.entries.length
  return (
    <section aria-labelledby="todo-waiting-list">
      <h3 id="todo-waiting-list">
        {t('title')} <span>{data.total}</span>
      </h3>
      <ul>
        {data.entries.map((entry) => (
          <WaitingRow key={entry.id} of={entry} today={today} onGone={() => void refetch()} />
        ))}
      </ul>
      {left > 0 && <p className="nothing">{t('more', { count: left })}</p>}
    </section>
  )
}

function WaitingRow({ of: entry, today, onGone }: { of: WaitingEntry; today: string; onGone: () => void }) {
  const { t, i18n } = useTranslation('waiting')
  const language = isoLanguage(i18n.language)
  const when = useWhen(today)
  const details = useDetails()
  const client = useQueryClient()
  const { notify } = useMessages()
  const offline = useDisabledReason() !== null
  const { name, appointment, offer } = entry
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
      if (appointment) await client.invalidateQueries({ queryKey: ['appointments'] })
    } catch (error) {
      notify('error', messageFor(error, t('failed')))
    }
    onGone()
  }
  return (
    <li className="row">
      <div className="head">
        {appointment ? (
          <button type="button" className="open" onClick={() => details.open(appointment.id)}>
            {name}
          </button>
        ) : (
          <strong>{name}</strong>
        )}
      </div>
      <span>
        {appointment
          ? t('earlier', { when: when(appointment.appointment_date) })
          : t('first', { service: entry.service, minutes: entry.minutes })}
      </span>
      <span className="when">{wishes.join(' · ')}</span>
      {offer ? (
        <span className="when">
          {t('offered', {
            when: when(offer.appointment_date),
            until: formatTime(offer.until.slice(11, 16), language),
          })}
        </span>
      ) : (
        entry.offers > 0 && <span className="when">{t('offers', { count: entry.offers })}</span>
      )}
      <div className="acts">
        {entry.phone_number !== '' && (
          <a className="phone" href={telLink(entry.phone ?? entry.phone_number)}>
            <Phone size={16} aria-hidden="true" />
            {entry.phone_number}
          </a>
        )}
        <div className="end">
          <Button
            aria-label={t('offOf', { name })}
            aria-disabled={offline}
            onClick={({ currentTarget }) => void remove(currentTarget)}
          >
            {t('off')}
          </Button>
        </div>
      </div>
    </li>
  )
}
