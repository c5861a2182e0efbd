import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { minutesOf } from '../../../../domain/clinic-time.ts'
import { DEFAULT_MINUTES } from '../../../../domain/services.ts'
import { askedAtom } from '../../../offline/asked/asked-atom.ts'
import { askedNumber } from '../../../ui/asked/asked-words.ts'
import type { Column } from '../calendar/arrange.ts'
import { place } from '../calendar/places.ts'

/** Dashed and see-through: it takes no time, and what is under it can be pressed. */
const Draft = styled('div')(({ theme }) => ({
  gridRow: 1,
  position: 'absolute',
  insetInline: 'auto 8px',
  width: '45%',
  top: 'calc((var(--from) - var(--start)) * var(--minute))',
  height: 'calc((var(--to) - var(--from)) * var(--minute))',
  boxSizing: 'border-box',
  zIndex: 2,
  padding: '0 6px',
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: '0.75rem',
  lineHeight: '14px',
  fontWeight: 600,
  borderRadius: 6,
  border: `1px dashed ${theme.vars.palette.warning.main}`,
  color: theme.vars.palette.warning.main,
  pointerEvents: 'none',
  '@media print': { display: 'none' },
}))

const Place = styled('div')({ position: 'relative', gridRow: 1, pointerEvents: 'none' })

type Props = { columns: readonly Column[]; gridColumns: readonly number[] }

/** What was asked and is not booked, where it was asked for. */
export function AskedDrafts({ columns, gridColumns }: Props) {
  const { t } = useTranslation('appointments')
  const requests = useAtomValue(askedAtom)?.requests ?? []
  return requests.map(({ id, number, name, body }) => {
    const { appointment_date: day, start_time: time, location, doctor, duration } = body
    const ofDay = columns.filter((column) => column.day === day && column.location === location)
    const column = ofDay.find((each) => each.doctor.id === doctor) ?? ofDay[0]
    if (!column || !time) return null
    const from = minutesOf(time)
    return (
      <Place key={id} style={{ gridColumn: gridColumns[columns.indexOf(column)] }}>
        <Draft style={place({ '--from': from, '--to': from + (duration || DEFAULT_MINUTES) })}>
          {t('calendar.asked', { number: askedNumber(number), name })}
        </Draft>
      </Place>
    )
  })
}
