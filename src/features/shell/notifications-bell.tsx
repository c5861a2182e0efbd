import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import Bell from 'lucide-react/icons/bell'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { notificationQueries, useMarkNotificationsRead } from '../../api/notifications.ts'
import { paths } from '../../paths.ts'
import { authUserAtom } from '../../session/session-atoms.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { useDisabledReason } from '../../ui/use-disabled-reason.ts'
import { BarPopup } from './bar-menu.tsx'
import { bar, ICON_PX } from './bars.ts'
import { NotificationList } from './notification-list.tsx'

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
