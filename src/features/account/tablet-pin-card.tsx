import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, Hint } from '../../ui/card.tsx'
import { useDisabledWithout } from '../../ui/needs-connection.tsx'
import { OwnPinDialog } from '../../ui/own-pin/own-pin-dialog.tsx'
import { useThisTablet } from '../../ui/own-pin/use-this-tablet.ts'

/** One's own PIN, where this browser is a reception tablet. */
export function TabletPinCard() {
  const { t } = useTranslation('devices')
  const tablet = useThisTablet()
  const disabled = useDisabledWithout()
  const [isOpen, setOpen] = useState(false)
  if (!tablet) return null
  return (
    <Card>
      <h2>{t('ownPin.title')}</h2>
      <Hint>{t('ownPin.text')}</Hint>
      <div>
        <Button variant="outlined" {...disabled} onClick={() => disabled || setOpen(true)}>
          {t('ownPin.choose')}
        </Button>
      </div>
      {isOpen && <OwnPinDialog tablet={tablet} onClose={() => setOpen(false)} />}
    </Card>
  )
}
