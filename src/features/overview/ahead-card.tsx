import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/overview.ts'
import { BarRows } from './bars.tsx'
import { aheadFinding } from './findings.ts'
import { OverviewCard } from './overview-card.tsx'
import { useWords } from './use-words.ts'

/** How far ahead of their visit people book. */
export function AheadCard({ overview: { from, ahead } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const { half, late } = aheadFinding(ahead)
  const total = ahead.reduce((sum, { visits }) => sum + visits, 0)
  return (
    <OverviewCard
      title={t('ahead.title')}
      finding={half === null ? t('ahead.none') : t(`ahead.half.${half}`)}
      detail={
        half === null
          ? ''
          : late === null
            ? t('ahead.alike')
            : t('ahead.late', { rate: words.of100(late.rate), rest: words.of100(late.rest) })
      }
      file={`${t('ahead.file')}-${from}`}
      table={{
        head: [t('columns.ahead'), t('columns.visits'), t('columns.came'), t('columns.missed')],
        rows: ahead.map(({ key, visits, came, missed }) => [t(`ahead.buckets.${key}`), visits, came, missed]),
      }}
    >
      {total > 0 && (
        <BarRows
          label={t('ahead.title')}
          rows={ahead.map(({ key, visits }) => ({ name: t(`ahead.buckets.${key}`), value: visits / total }))}
          format={words.percent}
        />
      )}
    </OverviewCard>
  )
}
