import { styled } from '@mui/material/styles'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import type { AppointmentFilter } from '../../../api/appointments-list.ts'
import { lazyModule } from '../../../ui/lazy.tsx'
import { useLazyPart } from '../../../ui/use-lazy-part.ts'
import { NO_TICKS, ticksAtom } from './ticks.ts'

/* Confirming needs the server, so it is not kept on the device (scripts/build/who-needs.ts). */
const bulkBar = lazyModule(async () => (await import('./bulk-bar.tsx')).BulkBar)

/** Over what is under it while the list goes on below the screen. */
const Place = styled('div')({
  position: 'sticky',
  zIndex: 2,
  bottom: 16,
  '&:empty': { display: 'none' },
  '@media print': { display: 'none' },
})

type Props = {
  /** What is listed, on whatever page: another filter clears the selection. */
  filter: AppointmentFilter
  /** Those on view. */
  rows: readonly Appointment[]
}

export function BulkPlace({ filter, rows }: Props) {
  const [ticks, setTicks] = useAtom(ticksAtom)
  const question = JSON.stringify(filter)
  const isOpen = ticks.size > 0
  const BulkBar = useLazyPart(bulkBar, isOpen, () => setTicks(NO_TICKS))
  useEffect(() => () => setTicks(NO_TICKS), [question, setTicks])
  return <Place>{isOpen && BulkBar && <BulkBar key={question} filter={filter} rows={rows} />}</Place>
}
