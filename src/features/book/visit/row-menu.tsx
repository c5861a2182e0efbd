import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import CalendarX from 'lucide-react/icons/calendar-x'
import Info from 'lucide-react/icons/info'
import Mail from 'lucide-react/icons/mail'
import Phone from 'lucide-react/icons/phone'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayAtom } from '../../../session/rights.ts'
import { TARGET_PX } from '../../../theme/theme-components.ts'
import { telAddress } from '../../../ui/contact-addresses.ts'
import { useDisabledReason } from '../../../ui/use-disabled-reason.ts'
import { mailLink } from '../state/appointment-label.ts'
import { toCancelAtom, useChanges } from '../state/use-changes.ts'
import { useDetails } from '../state/use-details.ts'
import { useNaming } from '../state/use-naming.ts'
import { cancelDisabledReason } from './disabled-reason.ts'
import { EmailText } from './email-text.tsx'
import { type OpenMenu, ROW_MENU_ID, rowMenuAtom } from './row-menu-atom.ts'

const ICON_PX = 18

const Item = styled(MenuItem)(({ theme }) => ({
  gap: 12,
  minHeight: TARGET_PX,
  fontSize: '0.875rem',
  color: theme.vars.palette.text.primary,
  '& > svg': { flex: 'none' },
  '& > span': { display: 'grid', minWidth: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' },
  '& small': { fontSize: 'inherit', color: theme.vars.palette.text.secondary },
  '&[aria-disabled=true]': { color: theme.vars.palette.text.secondary, cursor: 'not-allowed' },
})) as typeof MenuItem

const PAPER = {
  minWidth: 220,
  maxWidth: 'min(320px, 100vw - 16px)',
  // In dark mode a shadow alone does not set it off from the cards under it.
  border: 1,
  borderColor: 'divider',
}

/** One menu for all rows, so that it stays when its row leaves the list. A disabled item shows why. */
export function RowMenu() {
  const menu = useAtomValue(rowMenuAtom)
  const setMenu = useSetAtom(rowMenuAtom)
  // While it closes, it still shows its row.
  const [shown, setShown] = useState(menu)
  if (menu && menu !== shown) setShown(menu)
  return shown && <MenuOf {...shown} isOpen={menu !== null} close={() => setMenu(null)} />
}

type Props = OpenMenu & { isOpen: boolean; close: () => void }

function MenuOf({ row, opener, at, isOpen, close }: Props) {
  const { t } = useTranslation('appointments')
  const naming = useNaming()
  const details = useDetails()
  const mayCancel = useAtomValue(mayAtom)('book.write') && row.status !== 'cancelled'
  const askToCancel = useSetAtom(toCancelAtom)
  const standing = useDisabledReason()
  const disabledReason = cancelDisabledReason(row, standing)
  const changes = useChanges()
  const label = t('actions.moreOf', { who: naming(row) })
  const { phone_number: phone, email } = row.user

  const cancel = () => {
    if (disabledReason) return
    close()
    askToCancel({ row, opener })
  }
  return (
    <Menu
      transitionDuration={0}
      id={ROW_MENU_ID}
      anchorReference="anchorPosition"
      anchorPosition={at}
      open={isOpen}
      onClose={close}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        list: { 'aria-label': label },
        // It is outside of the page's regions, so it is one of its own.
        paper: { role: 'region', 'aria-label': label, sx: PAPER },
      }}
    >
      <Item
        onClick={() => {
          close()
          details.open(row.id)
        }}
      >
        <Info size={ICON_PX} aria-hidden="true" />
        {t('actions.details')}
      </Item>
      {phone && (
        <Item component="a" href={telAddress(phone)} onClick={close}>
          <Phone size={ICON_PX} aria-hidden="true" />
          <span>
            {t('actions.call')} <small>{phone}</small>
          </span>
        </Item>
      )}
      {email && (
        <Item component="a" href={mailLink(email)} onClick={close}>
          <Mail size={ICON_PX} aria-hidden="true" />
          <span>
            {t('actions.email')}{' '}
            <small>
              <EmailText email={email} />
            </small>
          </span>
        </Item>
      )}
      {mayCancel && <Divider component="li" />}
      {mayCancel && !row.isOpen && (
        <Item
          aria-disabled={standing !== null}
          onClick={() => {
            if (standing) return
            close()
            void changes.setOpen(row, true)
          }}
        >
          <Undo2 size={ICON_PX} aria-hidden="true" />
          <span>
            {t('actions.reopen')} {standing && <small>{t(`actions.${standing}`)}</small>}
          </span>
        </Item>
      )}
      {mayCancel && (
        // Not MUI's `disabled`: the arrow keys would skip it, and the reason would not be read out.
        <Item aria-disabled={disabledReason !== null} onClick={cancel}>
          <CalendarX size={ICON_PX} aria-hidden="true" />
          <span>
            {t('actions.cancel')} {disabledReason && <small>{t(`actions.${disabledReason}`)}</small>}
          </span>
        </Item>
      )}
    </Menu>
  )
}
