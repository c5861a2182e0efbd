import CalendarClock from 'lucide:calendar-clock'
import CalendarPlus from 'lucide:calendar-plus'
import Check from 'lucide:check'
import Phone from 'lucide:phone'
import PhoneIncoming from 'lucide:phone-incoming'
import Undo from 'lucide:undo-2'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { calendarFile } from '../../../contract/calendar-file.ts'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { clinic } from '../../clinic.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { saveFile } from '../../ui/save-file.ts'

const Buttons = styled('div')({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > .MuiButton-root, & > a': { minHeight: 48 },
})

const Pair = styled('div')({
  display: 'grid',
  gap: 8,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 9.5em), 1fr))',
  '& > .MuiButton-root': { minHeight: 48, padding: '8px 6px', fontSize: '0.875rem' },
})

type Press = 'confirm' | 'keep' | 'call-me'

type Props = {
  visit: OwnVisit
  busy: string | null
  onPress: (to: Press) => void
  onOpen: (form: 'move' | 'cancel') => void
}

/** The next step is filled; what is no longer possible is not there. */
export function VisitActions({ visit, busy, onPress, onOpen }: Props) {
  const { t } = useTranslation('visit')
  const { canChange, status, keepUntil, patientConfirmedAt, askedToCall, place } = visit
  if (status === 'cancelled')
    return (
      <Buttons>
        {keepUntil !== null && (
          <Button
            variant="outlined"
            startIcon={<Undo size={20} />}
            aria-busy={busy === 'keep'}
            onClick={() => onPress('keep')}
          >
            {t('keep')}
          </Button>
        )}
        <Button variant="contained" href={paths.book()} startIcon={<CalendarPlus size={20} />}>
          {t('bookAgain')}
        </Button>
      </Buttons>
    )
  const isComing = patientConfirmedAt !== null
  if (!canChange)
    return (
      <Buttons>
        {place.phone !== null && (
          <Button
            variant="contained"
            href={`tel:${place.phone.replace(/[^+\d]/g, '')}`}
            startIcon={<Phone size={20} />}
          >
            {t('callUs')}
          </Button>
        )}
        <CalendarButton visit={visit} variant="outlined" />
      </Buttons>
    )
  return (
    <Buttons>
      {!isComing && (
        <Button
          variant="contained"
          startIcon={<Check size={20} />}
          aria-busy={busy === 'confirm'}
          onClick={() => onPress('confirm')}
        >
          {t('confirm')}
        </Button>
      )}
      {isComing && <CalendarButton visit={visit} variant="contained" />}
      <Button variant="outlined" startIcon={<CalendarClock size={20} />} onClick={() => onOpen('move')}>
        {t('move.open')}
      </Button>
      <Pair>
        {!isComing && <CalendarButton visit={visit} variant="outlined" />}
        <Button
          variant="outlined"
          startIcon={<PhoneIncoming size={20} />}
          aria-busy={busy === 'call-me'}
          disabled={askedToCall}
          onClick={() => onPress('call-me')}
        >
          {t(askedToCall ? 'callAsked' : 'callMe')}
        </Button>
      </Pair>
      <Button color="error" onClick={() => onOpen('cancel')}>
        {t('cancel.open')}
      </Button>
    </Buttons>
  )
}

/** The same entry as in the mail: calendars know it by its reference, and take the later version. */
function CalendarButton({ visit, variant }: { visit: OwnVisit; variant: 'contained' | 'outlined' }) {
  const { t, i18n } = useTranslation('visit')
  const { reference, version, place } = visit
  function save() {
    const text = calendarFile(
      {
        method: 'PUBLISH',
        id: reference,
        version,
        startsAt: new Date(visit.appointment_date),
        endsAt: new Date(visit.end),
        summary: t('calendar.title'),
        location: [clinic.name, place.name, place.address].filter(Boolean).join(', '),
        description: t('calendar.reference', { reference }),
        language: isoLanguage(i18n.language),
      },
      new Date(),
    )
    saveFile(`appointment-${reference}.ics`, new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  }
  return (
    <Button variant={variant} startIcon={<CalendarPlus size={20} />} onClick={save}>
      {t('calendar.add')}
    </Button>
  )
}
