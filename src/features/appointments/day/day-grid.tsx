import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../i18n/languages.ts'
import { formatTime } from '../../../ui/format-time.ts'
import { type ArrangedDay, type Cell, currentStart } from './arrange-day.ts'
import { DayEntry } from './day-entry.tsx'

const TIME_PX = 92
const DOCTOR_PX = 190

const Room = styled('div')({ containerType: 'inline-size' })

/** Columns that do not fit scroll sideways; the times and the doctors' names stay in sight. */
const Frame = styled('div', { shouldForwardProp: (prop) => prop !== 'doctors' })<{ doctors: number }>(
  ({ theme, doctors }) => ({
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 10,
    backgroundColor: theme.vars.palette.background.paper,
    // Unlike 'hidden' it lets the heads stick to the window.
    overflow: 'clip',
    '& thead th': { top: 'var(--top-bar)' },
    [`@container (max-width: ${TIME_PX + doctors * DOCTOR_PX}px)`]: {
      overflow: 'auto',
      maxHeight: 'calc(100dvh - var(--top-bar) - 16px)',
      '& thead th': { top: 0 },
      '& > table': { width: TIME_PX + doctors * DOCTOR_PX },
    },
  }),
)

const Times = styled('table')(({ theme }) => {
  const line = `1px solid ${theme.vars.palette.divider}`
  const surface = theme.vars.palette.background.paper
  return {
    width: '100%',
    tableLayout: 'fixed',
    // Not collapsed: a border shared by two cells would not stick with the head.
    borderCollapse: 'separate',
    borderSpacing: 0,
    '& th, & td': { padding: '6px 10px', textAlign: 'start', verticalAlign: 'middle', fontWeight: 'inherit' },
    '& thead th': {
      position: 'sticky',
      zIndex: 2,
      height: 36,
      fontSize: '0.875rem',
      fontWeight: 600,
      backgroundColor: surface,
      overflowWrap: 'anywhere',
      borderBottom: line,
    },
    '& tbody th, & tbody td': { height: 28 },
    '& tbody tr + tr > *': { borderTop: line },
    '& td': { borderInlineStart: line },
    '& th:first-of-type': { position: 'sticky', left: 0, width: TIME_PX, backgroundColor: surface },
    '& thead th:first-of-type': { zIndex: 3 },
    '& tbody th': { zIndex: 1, fontSize: '0.875rem', fontWeight: 600, whiteSpace: 'nowrap' },
    '& td[data-state=shut]': { backgroundColor: theme.vars.palette.background.default },
    '& tbody tr[data-now=true] > *': { borderTop: `2px solid ${theme.vars.palette.primary.main}` },
    '& td > * + *': { marginTop: 10 },
  }
})

const Free = styled('span')(({ theme }) => ({
  fontSize: '0.875rem',
  color: theme.vars.palette.primary.main,
}))

const Now = styled('span')(({ theme }) => ({ display: 'block', color: theme.vars.palette.primary.main }))

type Props = {
  label: string
  day: ArrangedDay
  /** Milliseconds since 1970. */
  now: number
}

/** Times down, doctors across, so that free times are seen at a glance. */
export function DayGrid({ label, day: { doctors, rows }, now }: Props) {
  const { t, i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const current = currentStart(rows, now)
  return (
    <Room>
      <Frame doctors={doctors.length}>
        <Times aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t('day.time')}</th>
              {doctors.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ at, time, cells }) => (
              <tr key={at} data-now={at === current} aria-current={at === current ? 'time' : undefined}>
                <th scope="row">
                  {formatTime(time, language)}
                  {at === current && <Now>{t('day.now')}</Now>}
                </th>
                {cells.map((cell, i) => (
                  <td key={doctors[i]?.id} data-state={stateOf(cell)}>
                    {cell.appointments.map((appointment) => (
                      <DayEntry key={appointment.id} of={appointment} />
                    ))}
                    {cell.isFree && <Free>{t('day.free')}</Free>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Times>
      </Frame>
    </Room>
  )
}

/** 'shut': past, blocked, or taken by an appointment that began before. */
function stateOf({ appointments, isFree }: Cell): 'taken' | 'free' | 'shut' {
  if (appointments.length > 0) return 'taken'
  return isFree ? 'free' : 'shut'
}
