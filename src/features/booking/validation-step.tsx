import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, Hint } from '../../ui/card.tsx'
import { StepHeading } from './step-heading.tsx'

const Answers = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: 12,
  '& > button': { minHeight: 64, fontSize: '1.125rem' },
  '& > [aria-pressed=true]': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '& > [aria-busy=true]': { cursor: 'progress', opacity: 0.7 },
}))

const NotYet = styled('div')({
  display: 'grid',
  gap: 16,
  justifyItems: 'start',
  '&:empty': { display: 'none' },
})

/** Step 1: whether the clinic knows the visitor. 'No' goes on without a word more (specification, section 2). */
export function ValidationStep({ onVisitor }: { onVisitor: () => Promise<void> }) {
  const { t } = useTranslation('booking')
  const [registered, setRegistered] = useState(false)
  const [opening, setOpening] = useState(false)
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  async function goOn() {
    setOpening(true)
    await onVisitor()
    if (mounted.current) setOpening(false)
  }

  return (
    <Card aria-labelledby="validation-question">
      <div>
        <StepHeading id="validation-question">{t('validation.question')}</StepHeading>
        <Hint>{t('validation.hint')}</Hint>
      </div>
      <Answers role="group" aria-labelledby="validation-question">
        <Button variant="outlined" aria-pressed={registered} onClick={() => setRegistered(true)}>
          {t('validation.yes')}
        </Button>
        <Button variant="outlined" aria-busy={opening} onClick={goOn}>
          {t('validation.no')}
        </Button>
      </Answers>
      {/* There before it has words, or a screen reader would miss them. */}
      <NotYet role="status">
        {registered && (
          <>
            <p>{t('validation.notYet')}</p>
            <Button variant="contained" aria-busy={opening} onClick={goOn}>
              {t('validation.continue')}
            </Button>
          </>
        )}
      </NotYet>
    </Card>
  )
}
