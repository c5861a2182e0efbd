import { useTranslation } from 'react-i18next'
import { HighlightMark } from '../../../ui/paged-list/highlight-mark.tsx'
import type { Highlight } from '../../../ui/paged-list/highlights.ts'

export function AppointmentMark({ of: highlight }: { of: Highlight }) {
  const { t } = useTranslation('appointments')
  return <HighlightMark>{t(`live.${highlight}`)}</HighlightMark>
}
