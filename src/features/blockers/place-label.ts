import type { TFunction } from 'i18next'
import type { Blocker } from '../../../contract/blockers.ts'
import { locationName } from '../../ui/location-name.ts'

/** Location of a blocker, and its doctor if it is one doctor's. */
export function placeLabel(
  { location, doctorName }: Pick<Blocker, 'location' | 'doctorName'>,
  t: TFunction<'blockers'>,
): string {
  const place = location === null ? t('allLocations') : locationName(location)
  return doctorName === null ? place : `${place}, ${doctorName}`
}
