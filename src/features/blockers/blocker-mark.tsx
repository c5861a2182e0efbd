import { useTranslation } from 'react-i18next'
import { HighlightMark } from '../../ui/paged-list/highlight-mark.tsx'
import type { Highlight } from '../../ui/paged-list/highlights.ts'

export function BlockerMark({ of: highlight }: { of: Highlight }) {
  const { t } = useTranslation('blockers')
  return <HighlightMark>{t(`mark.${highlight}`)}</HighlightMark>
}
