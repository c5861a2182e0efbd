import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtom, useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card, Hint } from '../../ui/card.tsx'
import { useLazyModule } from '../../ui/lazy/lazy-module.ts'
import { bookingAtom } from './booking-atom.ts'
import { showsEarly } from './early/hand-over.ts'
import { verification } from './lazy-steps.ts'
import { PartFailed } from './part-failed.tsx'
import { SkeletonBar } from './skeleton-bar.tsx'
import { StepHeading } from './step-heading.tsx'
import { pendingAtom } from './verify/pending-atom.ts'
import { QUESTION_ID } from './verify/question-id.ts'

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

/**
 * Step 1: whether the clinic knows the visitor (specification, section 2). 'No' goes on without a word more; 'Yes'
 * leads through `verify/`, which takes the question's place once a code is asked for.
 */
export function ValidationStep({ onPersonal }: { onPersonal: () => Promise<void> }) {
  const { t } = useTranslation('booking')
  const [{ registered, patient }, send] = useAtom(bookingAtom)
  const isPending = useAtomValue(pendingAtom)
  const part = useLazyModule(verification, registered || isPending)
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
    await onPersonal()
    if (mounted.current) setOpening(false)
  }

  async function goOnAsVisitor() {
    send({ type: 'answered', registered: false })
    await goOn()
  }

  return (
    <Card aria-labelledby={QUESTION_ID}>
      {!isPending && !patient && (
        <>
          <div>
            <StepHeading id={QUESTION_ID}>{t('validation.question')}</StepHeading>
            <Hint>{t('validation.hint')}</Hint>
          </div>
          <Answers role="group" aria-labelledby={QUESTION_ID}>
            <Button
              variant="outlined"
              aria-pressed={registered}
              onClick={() => send({ type: 'answered', registered: true })}
            >
              {t('validation.yes')}
            </Button>
            <Button variant="outlined" aria-busy={opening} onClick={goOnAsVisitor} {...showsEarly(2)}>
              {t('validation.no')}
            </Button>
          </Answers>
        </>
      )}
      {!registered && !isPending ? null : part.status === 'ready' ? (
        <part.module.Verification onPersonal={goOn} onVisitor={goOnAsVisitor} />
      ) : part.status === 'failed' ? (
        <PartFailed text={t('error.chunk')} isRepeated={part.isRepeated} onRetry={part.retry} />
      ) : (
        <SkeletonBar style={{ height: 120 }} />
      )}
    </Card>
  )
}
