import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import type { InstallWay } from './install-way.ts'

const Frame = styled('aside')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  padding: '12px 16px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 10,
  backgroundColor: theme.vars.palette.background.paper,
  '&[data-audience=patient]': { backgroundColor: theme.vars.palette.background.default },
  '&[data-audience=staff]': { marginBottom: 16 },
  '@media print': { display: 'none' },
}))

const Words = styled('div')(({ theme }) => ({
  flex: '1 1 280px',
  '& > p + p': { color: theme.vars.palette.text.secondary },
}))

const Buttons = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

export type InstallCardProps = {
  way: InstallWay
  audience: 'patient' | 'staff'
  /** The browser's own question was shown, which it is once. */
  onAsked: () => void
  /** The person declines, now or later. */
  onDismiss: () => void
}

/** Offers to keep the app on this device, quietly; on iOS, where only the browser's menu can do it, it says how. */
export function InstallCard({ way, audience, onAsked, onDismiss }: InstallCardProps) {
  const { t } = useTranslation('app')

  async function install() {
    const prompt = window.installPrompt
    window.installPrompt = undefined
    try {
      await prompt?.prompt()
    } finally {
      onAsked()
    }
  }

  return (
    <Frame aria-label={t('install.label')} data-audience={audience}>
      <Words>
        <p>
          <strong>{t(`install.${audience}.title`)}</strong>
        </p>
        <p>{t(`install.${audience}.text`)}</p>
        {way === 'share' && <p>{t('install.share')}</p>}
      </Words>
      <Buttons>
        {way === 'prompt' && (
          <Button variant="outlined" onClick={install}>
            {t(`install.${audience}.add`)}
          </Button>
        )}
        <Button variant="text" onClick={onDismiss}>
          {t('install.never')}
        </Button>
      </Buttons>
    </Frame>
  )
}
