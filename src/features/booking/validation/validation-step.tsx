import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { loadClinic } from '../../../clinic.ts'
import { loadTexts } from '../../../i18n/i18n.ts'
import { Card } from '../../../ui/card.tsx'
import { lazyModule, useLazyModule } from '../../../ui/lazy.tsx'
import { bookingAtom } from '../state/booking-atom.ts'
import { addressOf, inApp, QUESTION_ID } from '../state/first-steps.ts'
import { PartFailed } from '../step/part-failed.tsx'
import { SkeletonBar } from '../step/skeleton-bar.tsx'
import { StepHeading } from '../step/step-heading.tsx'
import { pendingAtom } from './pending-atom.ts'

/** The way of registered patients through step 1, with its texts. */
export const verification = lazyModule(async () => {
  const [{ Verification }] = await Promise.all([
    import('./verification.tsx'),
    loadTexts('verify'),
    loadTexts('later'),
    loadClinic(),
  ])
  return { Verification }
})

const Answers = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 8,
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr', gap: 12 },
  // What an answer means lies over its button, whose name is the answer alone.
  '& > *': { display: 'grid', minHeight: 72 },
  '& > * > *': { gridArea: '1 / 1' },
  '& p': {
    padding: '2.25rem 40px 8px 17px',
    fontSize: '0.875rem',
    lineHeight: 1.4,
    color: theme.vars.palette.text.secondary,
    pointerEvents: 'none',
  },
  '& :is(button, a)': {
    justifyContent: 'space-between',
    alignItems: 'start',
    padding: '8px 16px',
    fontSize: '1.125rem',
  },
  '& :is(button, a)::after': {
    content: '""',
    alignSelf: 'center',
    width: 8,
    height: 8,
    border: 'solid',
    borderWidth: '2px 2px 0 0',
    transform: 'rotate(45deg)',
  },
  '& [aria-pressed=true]': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
}))

/**
 * Step 1: whether the clinic knows the visitor (specification, section 2). 'No' goes on without a word more; 'Yes'
 * leads through `verification.tsx`, which takes the question's place once a code is asked for.
 */
export function ValidationStep({ onPersonal }: { onPersonal: () => void }) {
  const { t } = useTranslation('booking')
  const [{ registered, patient }, send] = useAtom(bookingAtom)
  const isPending = useAtomValue(pendingAtom)
  const part = useLazyModule(verification, registered || isPending)

  function goOnAsVisitor() {
    send({ type: 'answered', registered: false })
    onPersonal()
  }

  return (
    <Card aria-labelledby={QUESTION_ID}>
      {!isPending && !patient && (
        <>
          <StepHeading id={QUESTION_ID}>{t('validation.question')}</StepHeading>
          <Answers role="group" aria-labelledby={QUESTION_ID}>
            <div>
              <Button
                variant="outlined"
                aria-pressed={registered}
                aria-describedby="yes-means"
                onClick={() => send({ type: 'answered', registered: true })}
              >
                {t('validation.yes')}
              </Button>
              <p id="yes-means">{t('validation.yesMeans')}</p>
            </div>
            <div>
              <Button
                variant="outlined"
                aria-describedby="no-means"
                href={addressOf(2)}
                onClick={inApp(goOnAsVisitor)}
              >
                {t('validation.no')}
              </Button>
              <p id="no-means">{t('validation.noMeans')}</p>
            </div>
          </Answers>
        </>
      )}
      {!registered && !isPending ? null : part.status === 'ready' ? (
        <part.module.Verification onPersonal={onPersonal} onVisitor={goOnAsVisitor} />
      ) : part.status === 'failed' ? (
        <PartFailed text={t('error.chunk')} isRepeated={part.isRepeated} onRetry={part.retry} />
      ) : (
        <SkeletonBar style={{ height: 120 }} />
      )}
    </Card>
  )
}
