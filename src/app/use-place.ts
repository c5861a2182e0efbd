import { useLocation } from 'react-router-dom'
import { type Place, placeAt } from '../paths.ts'

/** The page that is open, if it is one of this part of the app; another part's is about to be rendered in its stead. */
export function usePlace<A extends Place['area']>(area: A): Extract<Place, { area: A }> | undefined {
  const place = placeAt(useLocation().pathname)
  return place?.area === area ? (place as Extract<Place, { area: A }>) : undefined
}
