import { styled } from '@mui/material/styles'
import { useAtom } from 'jotai'
import { useEffect, useState } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { lazyModule } from '../../../ui/lazy/lazy-module.ts'
import { useLazyPart } from '../../../ui/lazy/use-lazy-part.ts'
import { ticksAtom } from './ticks.ts'

/* Confirming needs the server, so it is not kept on the device (scripts/build/precache-parts.ts). */
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
  /** What is listed: another question unticks all. */
  question: string
  rows: readonly Appointment[]
}

export function BulkPlace({ question, rows }: Props) {
  const [ticks, setTicks] = useAtom(ticksAtom)
  const none = () => setTicks(new Set<string>())
  // Its result stays until other rows are asked for, or ticked anew.
  const [shown, setShown] = useState({ question, isOpen: false })
  const isOpen = ticks.size > 0 || (shown.question === question && shown.isOpen)
  if (shown.question !== question || shown.isOpen !== isOpen) setShown({ question, isOpen })
  const BulkBar = useLazyPart(bulkBar, isOpen, none)
  useEffect(() => () => setTicks(new Set<string>()), [question, setTicks])
  return <Place>{isOpen && BulkBar && <BulkBar key={question} rows={rows} />}</Place>
}
