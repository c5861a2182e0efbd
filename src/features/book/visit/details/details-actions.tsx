import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import { useAtomValue, useSetAtom } from 'jotai'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Printer from 'lucide-react/icons/printer'
import Undo2 from 'lucide-react/icons/undo-2'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Appointment } from '../../../../../contract/appointments.ts'
import { mayAtom } from '../../../../session/rights.ts'
import { TARGET_PX } from '../../../../theme/theme-components.ts'
import { useDisabledReason } from '../../../../ui/use-disabled-reason.ts'
import { prefetchDesk } from '../../desk/panels.ts'
import { toMoveAtom } from '../../state/move-atom.ts'
import { toCancelAtom, useChanges } from '../../state/use-changes.ts'
import { useNaming } from '../../state/use-naming.ts'
import { cancelDisabledReason } from '../disabled-reason.ts'
import { NextStep } from '../next-step.tsx'
import { isMovable } from '../visit-state.ts'

/** As on the calendar. */
const MOVE_KEY = 'm'

const Buttons = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: '4px 12px',
  '& > button:not([aria-haspopup])': {
    flex: '1 1 auto',
    width: 'auto',
    minHeight: 36,
    padding: '4px 12px',
    fontSize: '0.875rem',
  },
  '@media (pointer: coarse)': { '& > button:not([aria-haspopup])': { minHeight: 44 } },
  '& .key': {
    marginInlineStart: 8,
    padding: '0 6px',
    borderRadius: 4,
    border: `1px solid ${theme.vars.palette.divider}`,
    font: 'inherit',
    fontSize: '0.75rem',
    fontWeight: 400,
    color: theme.vars.palette.text.secondary,
    '@media (pointer: coarse)': { display: 'none' },
  },
  '& > p': {
    flex: '1 1 100%',
    textAlign: 'end',
    fontSize: '0.875rem',
    color: theme.vars.palette.text.secondary,
  },
  '& > [aria-disabled=true]': {
    color: theme.vars.palette.text.secondary,
    borderColor: theme.vars.palette.divider,
    cursor: 'not-allowed',
  },
}))

/** Confirm, move, cancel; rarer actions are in the menu. */
export function DetailsActions({ of: row }: { of: Appointment }) {
  const { t } = useTranslation('appointments')
  const mayWrite = useAtomValue(mayAtom)('book.write')
  const askToCancel = useSetAtom(toCancelAtom)
  const askToMove = useSetAtom(toMoveAtom)
  const offline = useDisabledReason()
  const disabledReason = cancelDisabledReason(row, offline)
  const reasonId = useId()
  const move = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onKey = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isHere = target instanceof Element && target.closest('[data-visit]') !== null
      if (key === MOVE_KEY && isHere && !ctrlKey && !metaKey && !altKey) move.current?.click()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const menu = <DetailsMenu of={row} />
  if (!mayWrite || row.status === 'cancelled') return <Buttons>{menu}</Buttons>
  return (
    <Buttons>
      {row.isOpen && <NextStep of={row} fullWidth />}
      {isMovable(row) && (
        <Button
          ref={move}
          variant="outlined"
          aria-keyshortcuts={MOVE_KEY}
          startIcon={<CalendarClock size={18} aria-hidden="true" />}
          aria-disabled={offline !== null}
          aria-describedby={offline ? reasonId : undefined}
          onPointerEnter={prefetchDesk}
          onClick={({ currentTarget }) => {
            if (!offline) askToMove({ row, opener: currentTarget })
          }}
        >
          {t('actions.move')}
          <span className="key" aria-hidden="true">
            {MOVE_KEY.toUpperCase()}
          </span>
        </Button>
      )}
      <Button
        variant="outlined"
        color="error"
        aria-disabled={disabledReason !== null}
        aria-describedby={disabledReason ? reasonId : undefined}
        onClick={({ currentTarget }) => {
          if (!disabledReason) askToCancel({ row, opener: currentTarget })
        }}
      >
        {t('actions.cancel')}
      </Button>
      {menu}
      {disabledReason && <p id={reasonId}>{t(`actions.${disabledReason}`)}</p>}
    </Buttons>
  )
}

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

/** Rare actions on an appointment. */
function DetailsMenu({ of: row }: { of: Appointment }) {
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
