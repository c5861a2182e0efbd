import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/overview.ts'
import { bookable, chairFinding, takenShare } from './findings.ts'
import { HeatStrip } from './heat-strip.tsx'
import { HATCHED, STEPS } from './look.ts'
import { OverviewCard } from './overview-card.tsx'
import { useWords } from './use-words.ts'

const Legend = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 8px',
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  '& > span': { display: 'inline-flex', gap: 2 },
  '& i': { width: 20, height: 12, borderRadius: 2 },
  '& i[data-blocked]': HATCHED,
  ...Object.fromEntries(
    STEPS.map((_, step) => [`& i[data-step="${step}"]`, { backgroundColor: `var(--overview-fill-${step})` }]),
  ),
  '@media print': { printColorAdjust: 'exact' },
}))

/** Load of each doctor's days. @param location a code, or 'all' */
export function ChairsCard({ overview, location }: { overview: Overview; location: string }) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const { days, doctors, today, totals } = overview
  const isEmpty = totals.visits === 0
  const nameOf = (id: string) => doctors.find((doctor) => doctor.id === id)?.name ?? id
  const finding = chairFinding(overview)
  const said = () => {
    switch (finding.kind) {
      case 'weekday':
        return {
          finding: t('chairs.weekday', {
            doctor: nameOf(finding.doctorId),
            weekday: words.weekday(finding.weekday),
          }),
          detail: t('chairs.staysFree', { free: words.percent(finding.free) }),
        }
      case 'doctor':
        return {
          finding: t('chairs.doctor', { doctor: nameOf(finding.doctorId) }),
          detail: t('chairs.staysFree', { free: words.percent(finding.free) }),
        }
      case 'full':
        return { finding: t('chairs.full', { taken: words.percent(finding.taken) }), detail: '' }
      case 'none':
        if (isEmpty) return { finding: t('hours.none'), detail: '' }
        return { finding: t('nothing'), detail: t('chairs.taken', { taken: words.percent(finding.taken) }) }
      case 'closed':
        return { finding: t('chairs.closed'), detail: '' }
    }
  }
  const ahead = takenShare(days.filter(({ date }) => date >= today))
  const { finding: bold, detail } = said()
  const coming = ahead === null || isEmpty ? '' : t('chairs.ahead', { taken: words.percent(ahead) })
  const minutes = ['openMinutes', 'bookedMinutes', 'blockedMinutes', 'freeMinutes', 'doneMinutes'] as const
  return (
    <OverviewCard
      title={t('chairs.title')}
      finding={bold}
      detail={[detail, coming].filter(Boolean).join(' ')}
      file={`${t('chairs.file')}-${overview.from}`}
      table={{
        head: [
          t('columns.day'),
          t('columns.doctor'),
          ...minutes.map((name) => t(`columns.${name}`)),
          t('columns.taken'),
        ],
        rows: days.map((day) => {
          const share = bookable(day) > 0 ? takenShare([day]) : null
          return [
            day.date,
            nameOf(day.doctorId),
            ...minutes.map((name) => day[name]),
            share === null ? null : Math.round(share * 100),
          ]
        }),
      }}
      head={
        <Legend aria-hidden="true">
          {t('chairs.under', { share: words.percent(STEPS[1]) })}
          <span>
            {STEPS.map((from, step) => (
              <i key={from} data-step={step} />
            ))}
          </span>
          {t('chairs.over', { share: words.percent(STEPS[5]) })}
          <i data-blocked="" />
          {t('chairs.blocked')}
        </Legend>
      }
    >
      {days.length > 0 && <HeatStrip overview={overview} location={location} label={t('chairs.title')} />}
    </OverviewCard>
  )
}
