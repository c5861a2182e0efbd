import ClickAwayListener from '@mui/material/ClickAwayListener'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_LINKS } from '../../../contract/docs-address.ts'
import { useClinic } from '../../use-clinic.ts'
import { ICON_PX, SETTINGS_ID } from './bars.ts'
import { LayoutChoices } from './layout-choices.tsx'

const Panel = styled('aside')(({ theme }) => ({
  position: 'fixed',
  zIndex: theme.zIndex.drawer,
  top: 0,
  right: 0,
  bottom: 0,
  display: 'flex',
  flexDirection: 'column',
  boxSizing: 'border-box',
  width: 336,
  maxWidth: '100vw',
  overflowY: 'auto',
  borderLeft: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[16],
  '@keyframes settings-in': { from: { transform: 'translateX(24px)', opacity: 0 } },
  animation: 'settings-in 150ms ease-out',
}))

const Head = styled('header')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  padding: '6px 8px 6px 20px',
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}))

const Body = styled('div')({ flex: '1 0 auto', display: 'grid', alignContent: 'start', gap: 20, padding: 20 })

const Foot = styled('footer')(({ theme }) => ({
  padding: '4px 20px 12px',
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  fontSize: '0.875rem',
  '& > a': { display: 'inline-flex', alignItems: 'center', minHeight: 44, marginRight: 24 },
  '& > p': { color: theme.vars.palette.text.secondary },
}))

type Props = { onClose: () => void; opener: RefObject<HTMLButtonElement | null> }

/**
 * Look of the staff pages on this device (specification, section 2: 'Settings panel'). A click outside closes it.
 */
export function SettingsPanel({ onClose, opener }: Props) {
  const clinic = useClinic()
  const { t } = useTranslation('shell')
  const closeButton = useRef<HTMLButtonElement>(null)
  useEffect(() => closeButton.current?.focus(), [])
  const close = () => {
    opener.current?.focus()
    onClose()
  }
  const { sampleLayout, purchase } = clinic.links ?? DEFAULT_LINKS
  const outside = { target: '_blank', rel: 'noopener noreferrer' }
  return (
    <ClickAwayListener onClickAway={onClose}>
      <Panel
        id={SETTINGS_ID}
        aria-label={t('settings.title')}
        onKeyDown={({ key }) => key === 'Escape' && close()}
      >
        <Head>
          <h2>{t('settings.title')}</h2>
          <IconButton ref={closeButton} aria-label={t('settings.close')} onClick={close}>
            <X size={ICON_PX} />
          </IconButton>
        </Head>
        <Body>
          <LayoutChoices />
        </Body>
        <Foot>
          <a href={sampleLayout} {...outside}>
            {t('settings.sampleLayout')}
          </a>
          <a href={purchase} {...outside}>
            {t('settings.purchase')}
          </a>
          <p>{t('settings.note')}</p>
        </Foot>
      </Panel>
    </ClickAwayListener>
  )
}
