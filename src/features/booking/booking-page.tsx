import { styled } from '@mui/material/styles'
import { useAtom, useStore } from 'jotai'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limited } from '../../device/limited.ts'
import { useLazyModule } from '../../ui/lazy/lazy-module.ts'
import { useMessages } from '../../ui/messages.ts'
import { PublicFrame } from '../../ui/public-frame.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { bookingAtom } from './booking-atom.ts'
import { CLINIC_PLACE, ClinicPlace } from './clinic-place.tsx'
import { EarlyHost } from './early/early-host.tsx'
import { EARLY_STEP, isEarlyShown } from './early/hand-over.ts'
import { useEarlyStep } from './early/use-early-step.ts'
import { stepsTwoToFour, verification } from './lazy-steps.ts'
import { PartFailed } from './part-failed.tsx'
import { StepHeader } from './step-header.tsx'
import { useStepHistory } from './step-history.ts'
import { StepPlaceholder } from './step-placeholder.tsx'
import type { Step } from './steps.ts'
import { hasStoredBooking } from './stored-draft.ts'
import { ValidationStep } from './validation-step.tsx'

const Wizard = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  // What the step asks for is to be in view, not what the page is called.
  [theme.breakpoints.down('sm')]: {
    [`&[data-later=true], [${EARLY_STEP}] &`]: { gap: 8, '& > h1': { fontSize: '1.25rem' } },
  },
  // While the early script shows step 2 (early/).
  [`[${EARLY_STEP}] & > :is(nav, section, [${CLINIC_PLACE}])`]: { display: 'none' },
}))

/**
 * The public booking wizard (specification, section 2). The first load has this, the header and step 1;
 * the rest comes in `steps-two-to-four.tsx`.
 */
export function BookingPage() {
  const { t } = useTranslation('booking')
  const [state, send] = useAtom(bookingAtom)
  const [restoring, setRestoring] = useState(
    () => !isEarlyShown() && state.step === 1 && !state.booked && hasStoredBooking(),
  )
  const store = useStore()
  const { notify, leave } = useMessages()
  const [missing, setMissing] = useState<Step | null>(null)
  const steps = useLazyModule(stepsTwoToFour, restoring || state.step > 1 || state.booked !== null)
  usePrefetchOnFirstSign()

  const early = useEarlyStep(steps.status === 'ready' ? steps.module : undefined, goTo)

  const loaded = steps.status === 'ready' ? steps.module : null
  useEffect(() => {
    if (!restoring || !loaded) return
    loaded.restoreBooking(store).then((outcome) => {
      if (outcome === 'ended') notify('info', t('validation.ended'))
      if (outcome === 'unreachable') notify('error', t('error.request'))
      setRestoring(false)
    })
  }, [restoring, loaded, store, notify, t])

  /** Opens a step, or the first one on the way to it that isn't filled in properly. */
  async function goTo(step: Step) {
    setMissing(null)
    leave()
    if (early.show(step)) return
    try {
      const { openStep, saveDraft } = await stepsTwoToFour.load()
      // As it is by now, not as it was when this was rendered.
      openStep(step, store.get(bookingAtom), send, () => notify('error', t('error.missing')))
      // The later steps keep what happens on them; here it is the first step's turn, to which one may have gone.
      saveDraft(store.get(bookingAtom))
    } catch {
      if (stepsTwoToFour.failsRepeatedly()) setMissing(step)
      else notify('error', t('error.chunk'))
    }
  }

  const booked = state.booked !== null
  useStepHistory(state.step, !booked && !restoring, goTo)
  return (
    <PublicFrame>
      <Wizard data-later={state.step > 1}>
        {!booked && state.step === 1 && <ClinicPlace />}
        {!booked && <h1>{t('title')}</h1>}
        {!booked && (
          <StepHeader
            step={state.step}
            reached={state.reached}
            isVerified={state.patient !== null}
            busy={state.sending}
            onOpen={goTo}
          />
        )}
        <StatusAlert />
        {missing && <PartFailed text={t('error.chunk')} isRepeated onRetry={() => goTo(missing)} />}
        {!restoring && !booked && state.step === 1 ? (
          <ValidationStep onPersonal={() => goTo(2)} />
        ) : early.isThere && steps.status !== 'failed' ? null : steps.status === 'ready' && !restoring ? (
          <steps.module.StepsTwoToFour onOpen={goTo} />
        ) : steps.status === 'failed' ? (
          <PartFailed text={t('error.chunk')} isRepeated={steps.isRepeated} onRetry={steps.retry} />
        ) : (
          <StepPlaceholder />
        )}
        {early.isThere && <EarlyHost isShown={early.isShown} />}
      </Wizard>
    </PublicFrame>
  )
}

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Fetches what comes next as soon as someone touches the page, so that 'No' opens step 2 at once, and 'Yes' its input. */
function usePrefetchOnFirstSign() {
  useEffect(() => {
    const prefetch = limited(() => {
      stop()
      // When it fails nobody has asked for anything yet; opening the step tries again and says so.
      stepsTwoToFour
        .load()
        .then(verification.load)
        .catch(() => {})
    })
    const onSign = ({ type, movementX, movementY }: Partial<PointerEvent>) => {
      // The browser tells of a resting mouse too, once the page lies under it.
      if (type !== 'pointermove' || movementX || movementY) prefetch()
    }
    const stop = () => {
      for (const sign of SIGNS) removeEventListener(sign, onSign)
    }
    for (const sign of SIGNS) addEventListener(sign, onSign, { passive: true })
    return stop
  }, [])
}
