import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PHONE_DIGITS_FROM } from '../../../contract/lists.ts'
import { ALL_LOCATIONS } from '../../../domain/locations.ts'
import { paths } from '../../paths.ts'
import { locationName } from '../../ui/location-name.ts'
import type { DashboardAddress } from './dashboard-address.ts'
import { isShortPhone } from './short-phone.ts'

/** A sentence and what leads on from it, where appointments would be. */
export const Empty = styled('div')({
  display: 'grid',
  gap: 16,
  justifyItems: 'center',
  padding: '40px 16px',
  textAlign: 'center',
  overflowWrap: 'anywhere',
})

type Filter = Pick<DashboardAddress, 'location' | 'status'>
type Props = Filter & { search: string | null; onFilter: (filter: Filter) => void }

/** Says what is not there, and offers the one thing that leads on. */
export function ListEmpty({ location, status, search, onFilter }: Props) {
  const { t } = useTranslation('appointments')
  const navigate = useNavigate()
  const place = location === ALL_LOCATIONS ? t('allLocations') : locationName(location)
  const everything = () => onFilter({ location: ALL_LOCATIONS, status: '' })

  function say(): [sentence: string, action: string, act: () => void] {
    if (search !== null) {
      const sentence = isShortPhone(search)
        ? t('noMatchShort', { search, count: PHONE_DIGITS_FROM })
        : t('noMatch', { search })
      if (location !== ALL_LOCATIONS || status !== '') return [sentence, t('searchAll'), everything]
      return [sentence, t('showAll'), () => void navigate(paths.dashboard())]
    }
    if (status !== '') {
      return [t(`none.${status}`, { place }), t('showAll'), () => onFilter({ location, status: '' })]
    }
    const sentence = t('empty', { location: place })
    if (location !== ALL_LOCATIONS) return [sentence, t('showAllLocations'), everything]
    return [sentence, t('book'), () => void navigate(paths.book())]
  }

  const [sentence, action, act] = say()
  return (
    <Empty>
      <p>{sentence}</p>
      <Button variant="outlined" onClick={act}>
        {action}
      </Button>
    </Empty>
  )
}
