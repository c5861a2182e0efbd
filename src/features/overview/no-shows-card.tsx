import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Overview } from '../../../contract/overview.ts'
import { locationName } from '../../ui/location-name.ts'
import { FilterSelect } from '../../ui/paged-list/filter-select.tsx'
import { BarColumns, BarRows } from './bars.tsx'
import { missedShare, noShowFinding, outcomesOf } from './findings.ts'
import { OverviewCard } from './overview-card.tsx'
import { useWords } from './use-words.ts'

const BY = ['week', 'location', 'channel', 'reminded', 'confirmed'] as const
type By = (typeof BY)[number]
type Came = { came: number; missed: number }

const Legend = styled('p')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 16,
  fontSize: '0.75rem',
  color: theme.vars.palette.text.secondary,
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& i': { width: 10, height: 10, borderRadius: 2, backgroundColor: 'var(--overview-bar)' },
  '& i[data-striped]': {
    background:
      'repeating-linear-gradient(-45deg, var(--overview-other) 0 3px, var(--overview-stripe) 3px 5px)',
  },
  '@media print': { printColorAdjust: 'exact' },
}))

const Choice = styled('div')({ alignSelf: 'flex-start', '@media print': { display: 'none' } })

/** No-shows in 100 appointments with an outcome: by week, location, channel, reminder and reply. */
export function NoShowsCard({ overview: { from, noShows } }: { overview: Overview }) {
  const { t } = useTranslation('overview')
  const words = useWords()
  const [by, setBy] = useState<By>('week')
  const finding = noShowFinding(noShows)
  const nameOf = (of: By, key: string) => {
    if (of === 'location') return locationName(key)
    if (of === 'channel') return channelNames(t)[key] ?? key
    if (of === 'week') return words.shortDate(key)
    const isYes = key === 'yes'
    if (of === 'reminded') return t(isYes ? 'noShows.isReminded' : 'noShows.notReminded')
    return t(isYes ? 'noShows.hasConfirmed' : 'noShows.notConfirmed')
  }
  const said = () => {
    if (finding.kind === 'unknown') return { bold: t('noShows.unknown'), detail: '' }
    if (finding.kind === 'none')
      return { bold: t('nothing'), detail: t('noShows.all', { rate: words.of100(finding.rate) }) }
    const rates = { rate: words.of100(finding.rate), rest: words.of100(finding.rest) }
    if (finding.kind === 'reminded' || finding.kind === 'confirmed')
      return { bold: t(`noShows.${finding.kind}`, rates), detail: t('noShows.others', rates) }
    const name = nameOf(finding.kind, finding.key)
    return { bold: t(`noShows.of.${finding.kind}`, { name, ...rates }), detail: t('noShows.others', rates) }
  }
  const { bold, detail } = said()
  const reminded = noShows.byReminded.find(({ key }) => key === 'yes')
  const all = noShows.byReminded.reduce((sum, group) => sum + outcomesOf(group), 0)
  const share =
    all > 0 ? t('noShows.share', { share: words.percent(outcomesOf(reminded ?? NONE) / all) }) : ''

  const groups = {
    location: noShows.byLocation,
    channel: noShows.byChannel,
    reminded: noShows.byReminded,
    confirmed: noShows.byConfirmed,
  }
  const known = by === 'week' ? [] : groups[by].filter((group) => outcomesOf(group) > 0)
  const of100 = (group: Came) => {
    const share = missedShare(group)
    return share === null ? null : share * 100
  }
  const label = `${t('noShows.title')}, ${t(`noShows.by.${by}`)}`
  return (
    <OverviewCard
      title={t('noShows.title')}
      finding={bold}
      detail={[detail, share].filter(Boolean).join(' ')}
      file={`${t('noShows.file')}-${from}`}
      table={{
        head: [
          t('columns.by'),
          t('columns.group'),
          t('columns.came'),
          t('columns.missed'),
          t('columns.of100'),
        ],
        rows: [
          ...noShows.byWeek.flatMap(({ week, reminded, others }) => [
            rowOf(t('noShows.by.week'), `${week}, ${t('noShows.isReminded')}`, reminded),
            rowOf(t('noShows.by.week'), `${week}, ${t('noShows.notReminded')}`, others),
          ]),
          ...(['location', 'channel', 'reminded', 'confirmed'] as const).flatMap((each) =>
            groups[each].map((group) => rowOf(t(`noShows.by.${each}`), nameOf(each, group.key), group)),
          ),
        ],
      }}
      head={
        <Choice>
          <FilterSelect<By>
            label={t('noShows.choose')}
            value={by}
            options={BY.map((each) => [each, t(`noShows.by.${each}`)])}
            onChoose={setBy}
          />
        </Choice>
      }
    >
      {all > 0 &&
        (by === 'week' ? (
          <>
            <BarColumns
              label={label}
              names={noShows.byWeek.map(({ week }) => words.shortDate(week))}
              series={[
                {
                  name: t('noShows.isReminded'),
                  values: noShows.byWeek.map(({ reminded }) => of100(reminded)),
                },
                {
                  name: t('noShows.notReminded'),
                  values: noShows.byWeek.map(({ others }) => of100(others)),
                  isStriped: true,
                },
              ]}
              format={(value) => words.of100(value / 100)}
            />
            <Legend aria-hidden="true">
              <span>
                <i />
                {t('noShows.isReminded')}
              </span>
              <span>
                <i data-striped="" />
                {t('noShows.notReminded')}
              </span>
            </Legend>
          </>
        ) : (
          <BarRows
            label={label}
            rows={known.map((group) => ({ name: nameOf(by, group.key), value: of100(group) ?? 0 }))}
            format={(value) => words.of100(value / 100)}
          />
        ))}
    </OverviewCard>
  )
}

const NONE = { came: 0, missed: 0 }

function rowOf(by: string, name: string, group: Came) {
  const share = missedShare(group)
  return [by, name, group.came, group.missed, share === null ? null : Math.round(share * 1000) / 10]
}

function channelNames(t: ReturnType<typeof useTranslation<'overview'>>['t']): Record<string, string> {
  return {
    web: t('channels.web'),
    desk: t('channels.desk'),
    phone: t('channels.phone'),
    walk_in: t('channels.walk_in'),
  }
}
