import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CalendarClock, CalendarPlus, Check, Phone, PhoneIncoming, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { telAddress } from '../../ui/contact-addresses.ts'
import { actionsOf } from './early/states.ts'
import { saveVisit } from './save-visit.ts'

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
  const { askedToCall, place } = visit
  const actions = actionsOf(visit)
  if (actions === 'cancelled' || actions === 'kept')
    return (
      <Buttons>
        {actions === 'kept' && (
          <Button
            variant="outlined"
            startIcon={<Undo2 size={20} />}
            aria-busy={busy === 'keep'}
            data-press="keep"
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
  if (actions === 'late')
    return (
      <Buttons>
        {place.phone !== null && (
          <Button
            variant="contained"
            data-slot="tel"
            href={telAddress(place.phone)}
            startIcon={<Phone size={20} />}
          >
            {t('callUs')}
          </Button>
        )}
        <CalendarButton visit={visit} variant="outlined" />
      </Buttons>
    )
  const isComing = actions === 'coming' || actions === 'coming-asked'
  return (
    <Buttons>
      {!isComing && (
        <Button
          variant="contained"
          startIcon={<Check size={20} />}
          aria-busy={busy === 'confirm'}
          data-press="confirm"
          onClick={() => onPress('confirm')}
        >
          {t('confirm')}
        </Button>
      )}
      {isComing && <CalendarButton visit={visit} variant="contained" />}
      <Button
        variant="outlined"
        startIcon={<CalendarClock size={20} />}
        data-press="move"
        onClick={() => onOpen('move')}
      >
        {t('move.open')}
      </Button>
      <Pair>
        {!isComing && <CalendarButton visit={visit} variant="outlined" />}
        <Button
          variant="outlined"
          startIcon={<PhoneIncoming size={20} />}
          aria-busy={busy === 'call-me'}
          disabled={askedToCall}
          data-press="call-me"
          onClick={() => onPress('call-me')}
        >
          {t(askedToCall ? 'callAsked' : 'callMe')}
        </Button>
      </Pair>
      <Button color="error" data-press="cancel" onClick={() => onOpen('cancel')}>
        {t('cancel.open')}
      </Button>
    </Buttons>
  )
}

function CalendarButton({ visit, variant }: { visit: OwnVisit; variant: 'contained' | 'outlined' }) {
  const { t, i18n } = useTranslation('visit')
  const save = () =>
    saveVisit(visit, {
      summary: t('calendar.title'),
      description: t('calendar.reference', { reference: visit.reference }),
      language: isoLanguage(i18n.language),
    })
  return (
    <Button variant={variant} startIcon={<CalendarPlus size={20} />} data-press="calendar" onClick={save}>
      {t('calendar.add')}
    </Button>
  )
}
