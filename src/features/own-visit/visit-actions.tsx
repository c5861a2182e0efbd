import CalendarClock from 'lucide-react/icons/calendar-clock'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Check from 'lucide-react/icons/check'
import Phone from 'lucide-react/icons/phone'
import PhoneIncoming from 'lucide-react/icons/phone-incoming'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import type { OwnVisit } from '../../../contract/own-visit.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { telAddress } from '../../ui/contact-addresses.ts'
import { saveVisit } from './save-visit.ts'
import { actionsOf } from './states.ts'
import { VisitButton, VisitLink } from './visit-button.tsx'

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
      <div className="visit-actions">
        {actions === 'kept' && (
          <VisitButton look="outlined" aria-busy={busy === 'keep'} onClick={() => onPress('keep')}>
            <Undo2 size={20} />
            {t('keep')}
          </VisitButton>
        )}
        <VisitLink look="contained" href={paths.book()}>
          <CalendarPlus size={20} />
          {t('bookAgain')}
        </VisitLink>
      </div>
    )
  if (actions === 'late')
    return (
      <div className="visit-actions">
        {place.phone !== null && (
          <VisitLink look="contained" href={telAddress(place.phone)}>
            <Phone size={20} />
            {t('callUs')}
          </VisitLink>
        )}
        <CalendarButton visit={visit} look="outlined" />
      </div>
    )
  const isComing = actions === 'coming' || actions === 'coming-asked'
  return (
    <div className="visit-actions">
      {!isComing && (
        <VisitButton look="contained" aria-busy={busy === 'confirm'} onClick={() => onPress('confirm')}>
          <Check size={20} />
          {t('confirm')}
        </VisitButton>
      )}
      {isComing && <CalendarButton visit={visit} look="contained" />}
      <VisitButton look="outlined" onClick={() => onOpen('move')}>
        <CalendarClock size={20} />
        {t('move.open')}
      </VisitButton>
      <div className="visit-pair">
        {!isComing && <CalendarButton visit={visit} look="outlined" />}
        <VisitButton
          look="outlined"
          aria-busy={busy === 'call-me'}
          disabled={askedToCall}
          onClick={() => onPress('call-me')}
        >
          <PhoneIncoming size={20} />
          {t(askedToCall ? 'callAsked' : 'callMe')}
        </VisitButton>
      </div>
      <VisitButton danger onClick={() => onOpen('cancel')}>
        {t('cancel.open')}
      </VisitButton>
    </div>
  )
}

function CalendarButton({ visit, look }: { visit: OwnVisit; look: 'contained' | 'outlined' }) {
  const { t, i18n } = useTranslation('visit')
  const save = () =>
    saveVisit(visit, {
      summary: t('calendar.title'),
      description: t('calendar.reference', { reference: visit.reference }),
      language: isoLanguage(i18n.language),
    })
  return (
    <VisitButton look={look} onClick={save}>
      <CalendarPlus size={20} />
      {t('calendar.add')}
    </VisitButton>
  )
}
