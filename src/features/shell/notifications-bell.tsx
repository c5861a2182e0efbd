import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { styled } from '@mui/material/styles'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import Bell from 'lucide-react/icons/bell'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notification, Notifications } from '../../../contract/notifications.ts'
import { notificationQueries, useMarkNotificationsRead } from '../../api/notifications.ts'
import { isoLanguage } from '../../i18n/languages.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { locationName } from '../../ui/location-name.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'
import { appointmentTime } from './appointment-time.ts'
import { BarPopup } from './bar-menu.tsx'
import { bar, ICON_PX } from './bars.ts'

const COUNTED = 99

const Badge = styled('span')({
  position: 'absolute',
  top: 3,
  left: 22,
  boxSizing: 'content-box',
  minWidth: 10,
  height: 18,
  padding: '0 4px',
  borderRadius: 11,
  border: `2px solid ${bar('fill')}`,
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: '18px',
  textAlign: 'center',
  color: bar('badge'),
  backgroundColor: bar('badgeFill'),
})

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  padding: '6px 8px 6px 16px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  '& > [aria-disabled=true]': { opacity: 0.5, cursor: 'not-allowed' },
}))

const Foot = styled('footer')(({ theme }) => ({
  padding: 4,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
}))

const Reason = styled('p')(({ theme }) => ({
  padding: '8px 16px',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

const Failure = styled('p')(({ theme }) => ({
  padding: '8px 16px',
  fontSize: '0.875rem',
  color: theme.vars.palette.error.main,
}))

/** The latest bookings, with the number that this staff member has not seen. */
export function NotificationsBell() {
  const { t } = useTranslation('shell')
  const staffId = useAtomValue(authUserAtom)?.id ?? ''
  const latest = useQuery(notificationQueries.latest(staffId))
  const markRead = useMarkNotificationsRead(staffId)
  const unread = latest.data?.unread ?? 0
  const disabledReason = useDisabledReason()
  const reasonId = useId()
  const label =
    unread > COUNTED
      ? t('notifications.manyUnread', { count: COUNTED })
      : unread > 0
        ? t('notifications.unread', { count: unread })
        : t('notifications.label')
  const sign = (
    <>
      <Bell size={ICON_PX} />
      {unread > 0 && <Badge aria-hidden="true">{unread > COUNTED ? `${COUNTED}+` : unread}</Badge>}
    </>
  )
  return (
    <BarPopup label={label} title={t('notifications.label')} sign={sign}>
      {(close) => (
        <>
          <Head>
            <h2>{t('notifications.label')}</h2>
            <Button
              size="small"
              disabled={unread === 0}
              aria-disabled={disabledReason !== null}
              aria-describedby={disabledReason ? reasonId : undefined}
              onClick={() => disabledReason || markRead.mutate()}
            >
              {t('notifications.markAllRead')}
            </Button>
          </Head>
          {disabledReason && unread > 0 && <Reason id={reasonId}>{t(`cannot.${disabledReason}`)}</Reason>}
          {markRead.isError && <Failure role="alert">{t('notifications.notMarked')}</Failure>}
          <NotificationList latest={latest} onLeave={close} />
          <Foot>
            <Button fullWidth size="small" component={PageLink} to={paths.dashboard()} onClick={close}>
              {t('notifications.viewAll')}
            </Button>
          </Foot>
        </>
      )}
    </BarPopup>
  )
}

/** Specification, section 2: 'Shell'. */
const LIST_HEIGHT_PX = 230

const Scroll = styled('div')({ height: LIST_HEIGHT_PX, overflowY: 'auto' })

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))

const Item = styled(PageLink)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: 12,
  padding: '10px 16px',
  fontSize: '0.875rem',
  textDecoration: 'none',
  color: theme.vars.palette.text.secondary,
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& strong': { fontWeight: 600, color: theme.vars.palette.text.primary },
  '&:hover': { backgroundColor: theme.vars.palette.background.default },
  '&:focus-visible': { outlineOffset: -2 },
}))

const New = styled('small')(({ theme }) => ({
  alignSelf: 'center',
  justifySelf: 'end',
  padding: '0 6px',
  borderRadius: 8,
  fontSize: '0.75rem',
  fontWeight: 600,
  lineHeight: '18px',
  color: theme.vars.palette.place.fct.ink,
  backgroundColor: theme.vars.palette.place.fct.fill,
}))

const Instead = styled('div')(({ theme }) => ({
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: 12,
  height: '100%',
  padding: '0 24px',
  textAlign: 'center',
  fontSize: '0.875rem',
  color: theme.vars.palette.text.secondary,
}))

const SkeletonBox = styled('div')({ display: 'grid', gap: 20, padding: '14px 16px' })

type Props = { latest: UseQueryResult<Notifications>; onLeave: () => void }

/** Newest first; the list stays when a refetch fails. */
function NotificationList({ latest: { data, isError, refetch }, onLeave }: Props) {
  const { t } = useTranslation('shell')
  return (
    <Scroll tabIndex={-1}>
      {data ? (
        data.items.length > 0 ? (
          <List>
            {data.items.map((item) => (
              <li key={item.id}>
                <Booking item={item} onLeave={onLeave} />
              </li>
            ))}
          </List>
        ) : (
          <Instead>{t('notifications.none')}</Instead>
        )
      ) : isError ? (
        <Instead role="alert">
          {t('notifications.failed')}
          <Button variant="outlined" onClick={() => void refetch()}>
            {t('notifications.retry')}
          </Button>
        </Instead>
      ) : (
        <SkeletonBox aria-busy="true">
          {[1, 2, 3].map((line) => (
            <Skeleton key={line} variant="rounded" height={44} />
          ))}
        </SkeletonBox>
      )}
    </Scroll>
  )
}

function Booking({ item, onLeave }: { item: Notification; onLeave: () => void }) {
  const { t, i18n } = useTranslation('shell')
  return (
    <Item to={paths.appointment(item.id)} onClick={onLeave}>
      <strong>{item.patientName}</strong>
      {item.unread ? <New>{t('notifications.new')}</New> : <span />}
      <span>{item.serviceText}</span>
      <span>{locationName(item.location)}</span>
      <span>{appointmentTime(item.appointment_date, isoLanguage(i18n.language))}</span>
    </Item>
  )
}
