import { startTransition, useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { clinicDate, clinicTime } from '../../../../domain/clinic-time.ts'
import { clock } from '../../../clock.ts'
import { useClinic } from '../../../use-clinic.ts'

const MINUTE_MS = 60_000
/** Maximum delay, in milliseconds, until a changed clock or the end of a sleep is noticed. */
const LOOK_MS = 10_000

const thisMinute = () => Math.floor(clock.now().getTime() / MINUTE_MS) * MINUTE_MS

/** The present minute: `at` in milliseconds since 1970, `today` 'YYYY-MM-DD' and `time` 'HH:mm' in clinic time. */
export function useClinicNow(): { at: number; today: string; time: string } {
  const clinic = useClinic()
  const [at, setAt] = useState(thisMinute)
  useEffect(() => {
    const look = () => setAt(thisMinute())
    const lookAtOnce = () => flushSync(look)
    // A week is rendered in pieces, so that presses and drags go on between them.
    const timer = setInterval(() => startTransition(look), LOOK_MS)
    addEventListener('beforeprint', lookAtOnce)
    return () => {
      clearInterval(timer)
      removeEventListener('beforeprint', lookAtOnce)
    }
  }, [])
  return useMemo(() => {
    const now = new Date(at)
    return { at, today: clinicDate(now, clinic.timeZone), time: clinicTime(now, clinic.timeZone) }
  }, [at])
}
