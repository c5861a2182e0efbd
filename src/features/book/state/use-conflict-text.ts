import { useTranslation } from 'react-i18next'
import type { TimeConflict } from '../../../../contract/appointments.ts'
import { minutesOf } from '../../../../domain/clinic-time.ts'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatSpan } from '../day/format-span.ts'
import { blockedWhen } from './blocked-when.ts'
import { useNaming } from './use-naming.ts'

/** Sentence about a conflict of a requested time: an appointment, a blocker by its words, or closed hours. */
export function useConflictText(): (conflict: TimeConflict) => string {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const naming = useNaming()
  return ({ takenBy, because, hours = [], blocker }) => {
    if (takenBy[0]) return t('notice.takenBy', { who: naming(takenBy[0]) })
    if (blocker) {
      const when = blockedWhen(blocker.start, blocker.end, language)
      return t(blocker.doctorId === null ? 'notice.blockedBy' : 'notice.onLeave', {
        words: blocker.description,
        when,
      })
    }
    if (because === 'closed' && hours.length > 0) {
      const open = hours.map(({ from, to }) =>
        formatSpan({ from: minutesOf(from), to: minutesOf(to) }, language),
      )
      return t('notice.openAt', { hours: open.join(', ') })
    }
    if (because === 'closed') return t('notice.closedDay')
    return t('notice.taken')
  }
}
