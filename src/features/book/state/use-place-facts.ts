import { useQueries, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { Blocker } from '../../../../contract/blockers.ts'
import { blockerQueries } from '../../../api/blockers.ts'
import { doctorQueries } from '../../../api/doctors.ts'
import { ownDoctorAtom } from '../../../session/rights.ts'
import { authUserAtom } from '../../../session/session-atoms.ts'
import { useClinic } from '../../../use-clinic.ts'
import type { ColumnDoctor } from '../day/arrange.ts'

export type PlaceFacts = {
  /**
   * Doctors who work there, by code of location; missing: unknown. Only doctors whose appointments may be read.
   */
  doctors: ReadonlyMap<string, readonly ColumnDoctor[]>
  /** None where they are not known. */
  blockers: readonly Blocker[]
  /** Whether all of it is there, or cannot be had. */
  isReady: boolean
}

const NO_BLOCKERS: readonly Blocker[] = []

/** Facts that columns need besides appointments. @param wanted false: nothing is fetched */
export function usePlaceFacts(codes: readonly string[], wanted: boolean): PlaceFacts {
  const clinic = useClinic()
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  // Without their appointments, others would seem free all day.
  const ownDoctor = useAtomValue(ownDoctorAtom)
  const select = useCallback(
    (all: ColumnDoctor[]) => (ownDoctor === null ? all : all.filter(({ id }) => id === ownDoctor)),
    [ownDoctor],
  )
  // A location that the clinic no longer has has no doctors.
  const known = codes.filter((code) => clinic.locations.some((location) => location.code === code))
  const asked = useQueries({
    queries: known.map((code) => ({ ...doctorQueries.list(code), select, enabled: wanted })),
  })
  const blockers = useQuery({ ...blockerQueries.whole(staffId), enabled: wanted })
  return {
    doctors: new Map(known.flatMap((code, i) => (asked[i]?.data ? [[code, asked[i].data] as const] : []))),
    blockers: blockers.data ?? NO_BLOCKERS,
    isReady: !wanted || (asked.every(({ isPending }) => !isPending) && !blockers.isPending),
  }
}
