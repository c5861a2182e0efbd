import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { FloodBooking, FloodGroup } from '../../../contract/flood.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Hint } from '../../ui/card.tsx'
import { locationName } from '../../ui/location-name.ts'
import { useInstants } from '../../ui/use-instants.ts'
import { isTickable, newIn } from './ticks.ts'

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '8px 16px',
})

const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' })

const Row = styled('li')(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '& > label': {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gap: '0 12px',
    padding: '10px 0',
    overflowWrap: 'anywhere',
  },
  '& input': { width: 20, height: 20, margin: '2px 0', accentColor: theme.vars.palette.primary.main },
}))

const Facts = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  '& > span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.up('md')]: {
    gridTemplateColumns: '1fr 1.4fr 1fr auto',
    alignItems: 'center',
    gap: '0 16px',
  },
}))

const Tags = styled('span')({ display: 'flex', flexWrap: 'wrap', gap: 4 })

const Tag = styled(Badge)(({ theme }) => ({
  padding: '0 9px',
  border: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
}))

type Props = {
  of: FloodGroup
  ticks: ReadonlySet<string>
  onTick: (ids: readonly string[], isTicked: boolean) => void
}

/** The bookings that came from one network, to be ticked one by one or all that are new. */
export function GroupCard({ of: group, ticks, onTick }: Props) {
  const { t } = useTranslation('flood')
  const { bookings, callers } = group
  const fresh = newIn(group).map(({ id }) => id)
  const allTicked = fresh.length > 0 && fresh.every((id) => ticks.has(id))
  return (
    <Card aria-label={t('group', { count: bookings.length })}>
      <Head>
        <div>
          <h2>{t('group', { count: bookings.length })}</h2>
          <Hint>{group.group === '' ? t('unknown') : t('callers', { count: callers })}</Hint>
        </div>
        {fresh.length > 0 && (
          <Button variant="outlined" onClick={() => onTick(fresh, !allTicked)}>
            {allTicked ? t('untick') : t('tick', { count: fresh.length })}
          </Button>
        )}
      </Head>
      <List>
        {bookings.map((booking) => (
          <Row key={booking.id}>
            <label>
              <input
                type="checkbox"
                checked={ticks.has(booking.id) && isTickable(booking)}
                disabled={!isTickable(booking)}
                onChange={({ currentTarget }) => onTick([booking.id], currentTarget.checked)}
              />
              <BookingFacts of={booking} />
            </label>
          </Row>
        ))}
      </List>
    </Card>
  )
}

function BookingFacts({ of: booking }: { of: FloodBooking }) {
  const { t } = useTranslation('flood')
  const spoken = useInstants()
  return (
    <Facts>
      <strong>{booking.name}</strong>
      <span>{`${spoken(booking.appointment_date)}, ${locationName(booking.location)}`}</span>
      <span>{t('bookedAt', { at: spoken(booking.at) })}</span>
      <Tags>
        {booking.isKnown && <Tag>{t('known')}</Tag>}
        {booking.status === 'cancelled' && <Tag>{t('cancelled')}</Tag>}
        {booking.marks.map((mark) => (
          <Tag key={mark}>{t(`mark.${mark}`)}</Tag>
        ))}
      </Tags>
    </Facts>
  )
}
