import GlobalStyles from '@mui/material/GlobalStyles'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Printer from 'lucide-react/icons/printer'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { TARGET_PX } from '../../../../theme/theme-components.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { useChanges } from '../../state/use-changes.ts'
import { useNaming } from '../../state/use-naming.ts'

const Item = styled(MenuItem)(({ theme }) => ({
  gap: 12,
  minHeight: TARGET_PX,
  fontSize: '0.875rem',
  '& > span': { display: 'grid' },
  '& small': { fontSize: 'inherit', color: theme.vars.palette.text.secondary },
  '&[aria-disabled=true]': { color: theme.vars.palette.text.secondary, cursor: 'not-allowed' },
}))

/** The visit alone, black on white, over the sheets of the day as well. */
const PAPER = {
  '@media print': {
    'html:has(> body[data-prints=visit]), body[data-prints=visit]': {
      colorScheme: 'only light',
      background: 'Canvas !important',
    },
    'body[data-prints=visit] > :not([data-visit])': { display: 'none !important' },
    'body[data-prints=visit] > [data-visit]': {
      display: 'block !important',
      position: 'static !important',
      '& .MuiDrawer-paper': {
        position: 'static',
        width: '100% !important',
        height: 'auto',
        overflow: 'visible !important',
        border: 0,
        boxShadow: 'none',
        transform: 'none !important',
      },
      '& button, & footer, & .MuiBackdrop-root': { display: 'none !important' },
      '&, & *': { color: 'CanvasText !important', backgroundColor: 'Canvas !important' },
      colorScheme: 'only light',
    },
  },
} as const

/** After the menu has gone, or it would be on the paper; what is printed is marked until then. */
function printVisit() {
  requestAnimationFrame(() => {
    document.body.dataset.prints = 'visit'
    addEventListener('afterprint', () => delete document.body.dataset.prints, { once: true })
    print()
  })
}

/** What is rarely done with a visit. */
export function DetailsMenu({ of: row }: { of: Appointment }) {
  const { t } = useTranslation(['appointments', 'records'])
  const naming = useNaming()
  const changes = useChanges()
  const mayWrite = useAtomValue(mayAtom)('book.write')
  const offline = useDisabledReason()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const label = t('actions.moreOf', { who: naming(row) })
  const close = () => setAnchor(null)
  return (
    <>
      <GlobalStyles styles={PAPER} />
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Ellipsis size={20} aria-hidden="true" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        transitionDuration={0}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label }, paper: { sx: { border: 1, borderColor: 'divider' } } }}
      >
        {mayWrite && !row.isOpen && row.status !== 'cancelled' && (
          <Item
            aria-disabled={offline !== null}
            onClick={() => {
              if (offline) return
              close()
              void changes.setOpen(row, true)
            }}
          >
            <Undo2 size={18} aria-hidden="true" />
            <span>
              {t('actions.reopen')} {offline && <small>{t(`actions.${offline}`)}</small>}
            </span>
          </Item>
        )}
        <Item
          onClick={() => {
            close()
            printVisit()
          }}
        >
          <Printer size={18} aria-hidden="true" />
          {t('records:details.print')}
        </Item>
      </Menu>
    </>
  )
}
