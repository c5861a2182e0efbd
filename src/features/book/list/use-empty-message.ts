import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PHONE_DIGITS_FROM } from '../../../../contract/lists.ts'
import { ALL_LOCATIONS } from '../../../../domain/locations.ts'
import { paths } from '../../../paths.ts'
import { ownLocationsAtom } from '../../../session/rights.ts'
import { locationName } from '../../../ui/location-name.ts'
import type { Empty } from '../../../ui/paged-list/list-empty.tsx'
import type { DashboardAddress } from '../state/dashboard-address.ts'
import { isShortPhone } from './short-phone.ts'

type Filter = Pick<DashboardAddress, 'location' | 'status' | 'visit' | 'from' | 'to' | 'doctor'>

const UNFILTERED = { status: '', visit: '', days: '', from: '', to: '', doctor: '' } as const

export function useEmptyMessage(
  { location, status, search, ...further }: Filter & { search: string | null },
  onFilter: (filter: Filter & Pick<DashboardAddress, 'days'>) => void,
): Empty {
  const { t } = useTranslation('appointments')
  const navigate = useNavigate()
  // Whoever has one location sees all of theirs already.
  const isPart = useAtomValue(ownLocationsAtom).length > 1 && location !== ALL_LOCATIONS
  const isNarrowed = [further.visit, further.from, further.to, further.doctor].some((each) => each !== '')
  const place = location === ALL_LOCATIONS ? t('allLocations') : locationName(location)
  const everything = () => onFilter({ location: ALL_LOCATIONS, ...UNFILTERED })
  const say = (sentence: string, children: string, onClick: () => void): Empty => ({
    sentence,
    action: { children, onClick },
  })

  if (search !== null) {
    const sentence = isShortPhone(search)
      ? t('noMatchShort', { search, count: PHONE_DIGITS_FROM })
      : t('noMatch', { search })
    if (isPart || status !== '' || isNarrowed) return say(sentence, t('searchAll'), everything)
    return say(sentence, t('showAll'), () => void navigate(paths.dashboard()))
  }
  if (status !== '' || isNarrowed) {
    const sentence = status === '' || isNarrowed ? t('list.none', { place }) : t(`none.${status}`, { place })
    return say(sentence, t('showAll'), () => onFilter({ location, ...UNFILTERED }))
  }
  const sentence = t('empty', { location: place })
  if (isPart) return say(sentence, t('showAllLocations'), everything)
  return say(sentence, t('book'), () => void navigate(paths.book()))
}
