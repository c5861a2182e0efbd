import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import type { LucideIcon } from 'lucide-react'
import CalendarDays from 'lucide-react/icons/calendar-days'
import KeyRound from 'lucide-react/icons/key-round'
import ListChecks from 'lucide-react/icons/list-checks'
import Lock from 'lucide-react/icons/lock'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import MessageSquare from 'lucide-react/icons/message-square'
import ScrollText from 'lucide-react/icons/scroll-text'
import Tablet from 'lucide-react/icons/tablet'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import { useTranslation } from 'react-i18next'
import type { StaffUser } from '../../../contract/auth.ts'
import type { Right } from '../../../domain/rights.ts'
import { isTablet } from '../../device/tablet/mark.ts'
import type shell from '../../i18n/locales/en/shell.json'
import { paths } from '../../paths.ts'
import { mayAtom } from '../../session/rights.ts'
import { readOnlyAtom } from '../../session/session-atoms.ts'
import { initials } from '../../ui/initials.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { BarMenu } from './bar-menu.tsx'
import { BELOW_DESKTOP, bar, ICON_PX } from './bars.ts'

const Avatar = styled('span')({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: 32,
  height: 32,
  borderRadius: 16,
  fontSize: '0.8125rem',
  fontWeight: 600,
  color: bar('current'),
  backgroundColor: bar('currentFill'),
  // Drawn by CSS, so that they are not part of the button's name.
  '&::before': { content: 'attr(data-letters)' },
})

const Name = styled('span')({
  maxWidth: 160,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  fontSize: '0.875rem',
  fontWeight: 600,
  [BELOW_DESKTOP]: { display: 'none' },
})

const Who = styled('li')(({ theme }) => ({
  display: 'grid',
  padding: '8px 16px 12px',
  overflowWrap: 'anywhere',
  '& strong': { fontWeight: 600 },
  '& span': { fontSize: '0.875rem', color: theme.vars.palette.text.secondary },
}))

type Entry = {
  name: Exclude<keyof (typeof shell)['user'], 'label'>
  to: string
  Sign: LucideIcon
  isThere: boolean
}

/**
 * People without the right do not log out here (specification, section 6). On a reception tablet they can lock it,
 * which keeps the appointments under the PIN; a reader without a session can only lock.
 */
export function UserMenu({ user }: { user: StaffUser }) {
  const { t } = useTranslation('shell')
  const isReading = useAtomValue(readOnlyAtom)
  const may = useAtomValue(mayAtom)
  const has = (right: Right) => !isReading && may(right)
  const letters = initials(user.displayName)
  const sign = (
    <>
      <Avatar aria-hidden="true" data-letters={letters}>
        {letters === '' && <UserRound size={18} />}
      </Avatar>
      <Name>{user.displayName}</Name>
    </>
  )
  const entries: Entry[] = [
    { name: 'viewProfile', to: paths.profile(), Sign: UserRound, isThere: !isReading },
    { name: 'staff', to: paths.staff(), Sign: Users, isThere: has('staff.write') },
    { name: 'devices', to: paths.devices(), Sign: Tablet, isThere: has('devices') },
    { name: 'feeds', to: paths.feeds(), Sign: CalendarDays, isThere: has('feeds') },
    { name: 'webhooks', to: paths.webhooks(), Sign: MessageSquare, isThere: has('webhooks') },
    { name: 'apiKeys', to: paths.apiKeys(), Sign: KeyRound, isThere: has('apiKeys') },
    { name: 'audit', to: paths.audit(), Sign: ScrollText, isThere: has('audit') },
    { name: 'recentBookings', to: paths.recentBookings(), Sign: ListChecks, isThere: has('flood') },
    { name: 'lock', to: paths.unlock(), Sign: Lock, isThere: may('book.read') && isTablet() },
    { name: 'signIn', to: paths.login(), Sign: LogIn, isThere: isReading },
    { name: 'logout', to: paths.logout(), Sign: LogOut, isThere: has('account.logout') },
  ]
  return (
    <BarMenu label={t('user.label', { name: user.displayName })} sign={sign}>
      {(close) => [
        // Visual only: the menu is named after them and holds only items.
        <Who key="who" aria-hidden="true">
          <strong>{user.displayName}</strong>
          <span>{user.username}</span>
        </Who>,
        <Divider key="line" component="li" role="presentation" />,
        ...entries
          .filter(({ isThere }) => isThere)
          .map(({ name, to, Sign }) => (
            <MenuItem key={name} component={PageLink} to={to} onClick={close}>
              <Sign size={ICON_PX} />
              {t(`user.${name}`)}
            </MenuItem>
          )),
      ]}
    </BarMenu>
  )
}
