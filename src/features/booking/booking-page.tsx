import { styled } from '@mui/material/styles'
import { useAtom, useStore } from 'jotai'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadClinic } from '../../clinic.ts'
import { throttle } from '../../device/throttle.ts'
import { loadTexts } from '../../i18n/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { lazyModule, useLazyModule } from '../../ui/lazy.tsx'
import { useMessages } from '../../ui/messages.ts'
import { PublicFrame } from '../../ui/public-frame.tsx'
import { StatusAlert } from '../../ui/status-alert.tsx'
import { ClinicCard } from './clinic-card.tsx'
import { TAKEN_ID } from './details/taken-id.ts'
import { answerEarlyPress } from './early-press.ts'
import { PersonalStep } from './personal/personal-step.tsx'
import { bookingAtom } from './state/booking-atom.ts'
import { fieldId } from './state/booking-form.ts'
import type { BookingState } from './state/booking-state.ts'
import { EARLY_SECOND, stepOfAddress, useIsLive } from './state/first-steps.ts'
import type { Step } from './state/steps.ts'
import { hasStoredBooking } from './state/stored-draft.ts'
import { useStoredDraft } from './state/use-stored-draft.ts'
import { personalForm, valuesIn } from './state/written-form.ts'
import { PartFailed } from './step/part-failed.tsx'
import { SkeletonBar } from './step/skeleton-bar.tsx'
import { StepHeader } from './step-header.tsx'
import { ValidationStep, verification } from './validation/validation-step.tsx'

/**
 * Steps 3 and 4 with everything they need, the clinic's facts among it: not part of the first load, fetched while step 2 is
 * filled in.
 */
const laterSteps = lazyModule(async () => {
  // What is said in the end is there with them: by then the line may be gone.
  const [{ LaterSteps, BesideBooking, openStep, restoreBooking }] = await Promise.all([
    import('./later-steps.tsx'),
    loadTexts('later'),
    loadClinic(),
  ])
  return { LaterSteps, BesideBooking, openStep, restoreBooking }
})

const Wizard = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 20,
  // What the step asks for is to be in view, not what the page is called.
  [theme.breakpoints.down('sm')]: {
    [`&[data-later=true], ${EARLY_SECOND}`]: { gap: 8, '& > h1': { fontSize: '1.25rem' } },
  },
  [EARLY_SECOND]: {
    '& > [data-step="1"]': { display: 'none' },
    '& > [data-step="2"]': { display: 'block' },
  },
  // The page stays at its top when a link leads to a step.
  '&[data-early] :target': { scrollMarginTop: '100vh' },
}))

// The clinic is below the question, and beside it where there is room.
const FirstStep = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  gap: 20,
  [theme.breakpoints.up('md')]: { gridTemplateColumns: 'minmax(0, 1fr) 300px' },
}))

/**
 * The public booking wizard (specification, section 2). The build writes steps 1 and 2 into the page, the first load has
 * them; the rest comes in `later-steps.tsx`.
 */
export function BookingPage() {
  const { t } = useTranslation('booking')
  const [state, send] = useAtom(bookingAtom)
  const { step, booked, patient } = state
  const isLive = useIsLive()
  const [restoring, setRestoring] = useState(() => step === 1 && !booked && hasStoredBooking())
  const store = useStore()
  const { notify, leave } = useMessages()
  const [missing, setMissing] = useState<Step | null>(null)
  const isPastFirst = restoring || step > 1 || booked !== null
  const later = useLazyModule(laterSteps, isPastFirst)
  usePrefetchOnFirstSign()

  const loaded = later.status === 'ready' ? later.module : null
  useEffect(() => {
    if (!restoring || !loaded) return
    loaded.restoreBooking(store).then((outcome) => {
      if (outcome === 'ended') notify('info', t('validation.ended'))
      if (outcome === 'unreachable') notify('error', t('error.request'))
      setRestoring(false)
    })
  }, [restoring, loaded, store, notify, t])

  /** Opens a step, or the first one on the way to it that isn't filled in properly. */
  async function goTo(target: Step) {
    setMissing(null)
    leave()
    const form = step === 2 ? personalForm() : null
    if (form) send({ type: 'changed', change: valuesIn(form) })
    if (target <= 2) {
      send({ type: 'opened', step: target })
      return
    }
    try {
      const { openStep } = await laterSteps.load()
      // As it is by now, not as it was when this was rendered.
      openStep(target, store.get(bookingAtom), send, () => notify('error', t('error.missing')))
    } catch {
      if (laterSteps.failsRepeatedly()) setMissing(target)
      else notify('error', t('error.chunk'))
    }
  }

  useStepHistory(step, booked === null && !restoring, {
    onOpen: goTo,
    onShown: () => send({ type: 'shown', step: 2, hasFocus: isWithin(personalForm()) }),
  })
  useStoredDraft(!restoring)
  // Before that its place may be hidden.
  useFocus(isLive ? state.focus : null)
  useEffect(() => {
    if (isLive) answerEarlyPress()
  }, [isLive])

  // A visitor's first two steps are in the page together, and one of them is shown.
  const areFirst = !restoring && !booked && step <= 2 && (patient === null || step === 1)
  const firstSteps: readonly Step[] = patient === null ? [1, 2] : [1]
  const steps = areFirst ? firstSteps : [step]
  const isHidden = (of: Step) => of !== (isLive ? step : 1)
  const part = (of: Step, children: ReactNode) => (
    <div key={of} data-step={of} hidden={isHidden(of)}>
      {children}
    </div>
  )
  return (
    <PublicFrame>
      <Wizard data-later={isLive && step > 1} data-early={isLive ? undefined : ''}>
        {!booked && <h1>{t('title')}</h1>}
        {!booked &&
          steps.map((of) =>
            part(
              of,
              <StepHeader
                step={of}
                reached={of > state.reached ? of : state.reached}
                isVerified={patient !== null}
                busy={state.sending}
                onOpen={goTo}
              />,
            ),
          )}
        <StatusAlert />
        {missing && <PartFailed text={t('error.chunk')} isRepeated onRetry={() => goTo(missing)} />}
        {areFirst ? (
          <>
            {part(
              1,
              <FirstStep>
                <ValidationStep onPersonal={() => goTo(2)} />
                <ClinicCard />
              </FirstStep>,
            )}
            {patient === null && part(2, <PersonalStep onOpen={goTo} />)}
          </>
        ) : loaded && !restoring ? (
          <loaded.LaterSteps onOpen={goTo} />
        ) : later.status === 'failed' ? (
          <PartFailed text={t('error.chunk')} isRepeated={later.isRepeated} onRetry={later.retry} />
        ) : (
          <StepPlaceholder />
        )}
        {loaded && isPastFirst && !restoring && <loaded.BesideBooking />}
      </Wizard>
    </PublicFrame>
  )
}

const isWithin = (form: HTMLFormElement | null) => form?.contains(document.activeElement) ?? false

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Fetches what comes next as soon as someone touches the page, so that 'Yes' opens its input at once, and Next step 3. */
function usePrefetchOnFirstSign() {
  useEffect(() => {
    const prefetch = throttle(() => {
      stop()
      // A failure isn't reported: opening the step retries and reports it.
      laterSteps
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

/**
 * Moves the focus where the state wants it; headings do so themselves. Not left to `useForm`: the first wrong field
 * may be on another step, which is opened for it.
 */
function useFocus(focus: BookingState['focus']): void {
  useEffect(() => {
    if (!focus || focus.on === 'heading') return
    const element = document.getElementById(focus.on === 'taken' ? TAKEN_ID : fieldId(focus.on))
    element?.focus({ preventScroll: true })
    // The middle of the screen: the field's label and its message are seen with it.
    element?.scrollIntoView({ block: 'center' })
  }, [focus])
}

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 20,
  '& > span': { height: 44, marginTop: 28 },
  [theme.breakpoints.up('sm')]: { gridTemplateColumns: '1fr 1fr' },
}))

/** The shape of a step whose code is still on its way. */
function StepPlaceholder() {
  const { t } = useTranslation('common')
  return (
    <Card aria-busy="true" aria-label={t('loading')}>
      <Fields>
        {['a', 'b', 'c', 'd'].map((key) => (
          <SkeletonBar key={key} />
        ))}
      </Fields>
    </Card>
  )
}

/** The step that the app has noted in an entry. */
const stepNoted = (state: unknown) => (state as { bookingStep?: Step } | null)?.bookingStep

/** The step of an entry, also of one that a link made before the app was there. */
const stepShown = (state: unknown): Step => stepNoted(state) ?? stepOfAddress()

/** The address without the fragment of a link to a step. */
const ownAddress = () => location.pathname + location.search

/**
 * Makes the device's Back button lead to the previous step instead of out of the page: each step is a history entry.
 * The address stays the same, and the entry has the step's number alone. Listens from the moment the step is on
 * screen: a press of Back in between would be lost.
 * @param isWatching false while there are no steps
 */
function useStepHistory(
  step: Step,
  isWatching: boolean,
  { onOpen, onShown }: { onOpen: (step: Step) => void; onShown: () => void },
): void {
  const isBegun = useRef(false)
  useLayoutEffect(() => {
    if (!isWatching) return
    const isFirst = !isBegun.current
    isBegun.current = true
    // Its entry is there already.
    if (isFirst && step === 1 && !stepNoted(history.state) && stepOfAddress() === 2) return onShown()
    const entry = { ...history.state, bookingStep: step }
    if (step > stepShown(history.state)) history.pushState(entry, '', ownAddress())
    else history.replaceState(entry, '', ownAddress())
  }, [step, isWatching])

  useLayoutEffect(() => {
    if (!isWatching) return
    const onMove = ({ state }: PopStateEvent) => {
      if (stepShown(state) !== step) onOpen(stepShown(state))
    }
    addEventListener('popstate', onMove)
    return () => removeEventListener('popstate', onMove)
  }, [step, isWatching, onOpen])
}
