import Divider from '@mui/material/Divider'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { ContactRound, LogOut, Tablet, UserRound, Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { StaffUser } from '../../../contract/auth.ts'
import { paths } from '../../app/paths.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { BarMenu } from './bar-menu.tsx'
import { BELOW_DESKTOP, bar, ICON_PX } from './bars.ts'
import { initials } from './initials.ts'

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
  // Drawn, not written: they are no part of what the button is called.
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

/** Who is signed in, and what is theirs. Only admins log out from here (specification, section 6). */
export function UserMenu({ user }: { user: StaffUser }) {
  const { t } = useTranslation('shell')
  const isAdmin = user.type === 'admin'
  const letters = initials(user.displayName)
  const sign = (
    <>
      <Avatar aria-hidden="true" data-letters={letters}>
        {letters === '' && <UserRound size={18} />}
      </Avatar>
      <Name>{user.displayName}</Name>
    </>
  )
  return (
    <BarMenu label={t('user.label', { name: user.displayName })} sign={sign}>
      {(close) => [
        // To look at: the menu itself is called after them, and holds entries only.
        <Who key="who" aria-hidden="true">
          <strong>{user.displayName}</strong>
          <span>{user.username}</span>
        </Who>,
        <Divider key="line" component="li" role="presentation" />,
        <MenuItem key="profile" component={PageLink} to={paths.profile()} onClick={close}>
          <UserRound size={ICON_PX} />
          {t('user.viewProfile')}
        </MenuItem>,
        isAdmin && (
          <MenuItem key="staff" component={PageLink} to={paths.staff()} onClick={close}>
            <Users size={ICON_PX} />
            {t('user.staff')}
          </MenuItem>
        ),
        isAdmin && (
          <MenuItem key="patients" component={PageLink} to={paths.patients()} onClick={close}>
            <ContactRound size={ICON_PX} />
            {t('user.patients')}
          </MenuItem>
        ),
        isAdmin && (
          <MenuItem key="devices" component={PageLink} to={paths.devices()} onClick={close}>
            <Tablet size={ICON_PX} />
            {t('user.devices')}
          </MenuItem>
        ),
        isAdmin && (
          <MenuItem key="logout" component={PageLink} to={paths.logout()} onClick={close}>
            <LogOut size={ICON_PX} />
            {t('user.logout')}
          </MenuItem>
        ),
      ]}
    </BarMenu>
  )
}
