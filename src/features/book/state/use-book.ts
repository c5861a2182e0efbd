import type { UseQueryResult } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import type { Appointment } from '../../../../contract/appointments.ts'
import { minutesOf } from '../../../../domain/clinic-time.ts'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { isNotCached } from '../../../ui/not-cached.tsx'
import { useChangesMeanwhile } from '../../../ui/paged-list/use-changes-meanwhile.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { useAppointmentChanges } from './use-appointment-changes.ts'
import { useClinicNow } from './use-clinic-now.ts'
import { useDashboardAddress } from './use-dashboard-address.ts'
import { useShownLocation } from './use-shown-location.ts'

/** Request of the address, and the present time. */
export function useAsked() {
  const [address, go] = useDashboardAddress()
  const clinicNow = useClinicNow()
  const own = useAtomValue(ownLocationsAtom)
  const location = useShownLocation(address.location)
  const now = useMemo(() => ({ ...clinicNow, minutes: minutesOf(clinicNow.time) }), [clinicNow])
  const codes = useMemo(
    () => (location === ALL_LOCATIONS ? own.map(({ code }) => code) : [location]),
    [location, own],
  )
  return { address, go, now, location, codes }
}

/** State of an answer: whether it is available, and its changes since the connection was lost. */
export function useAnswer(
  {
    data,
    error,
    dataUpdatedAt,
  }: Pick<UseQueryResult<{ data: Appointment[] }>, 'data' | 'error' | 'dataUpdatedAt'>,
  question: string,
) {
  const disabledReason = useDisabledReason()
  useChangesMeanwhile({
    question,
    listed: data && { rows: data.data, isStart: true, isEnd: true },
    updatedAt: dataUpdatedAt,
    changes: useAppointmentChanges(false),
  })
  return { disabledReason, notCached: isNotCached({ data, error }, disabledReason) }
}
