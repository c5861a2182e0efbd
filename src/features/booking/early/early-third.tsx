import { useTranslation } from 'react-i18next'
import { QueryProvider } from '../../../offline/query-provider.tsx'
import { TOAST_MS } from '../../../ui/messages.ts'
import { DayStrip } from '../../../ui/slots/day-strip.tsx'
import { TimeList } from '../../../ui/slots/time-list.tsx'
import { Toast, ToastCorner } from '../../../ui/toasts.tsx'
import { DetailsStep } from '../details/details-step.tsx'
import { Day } from '../details/slot-picker.tsx'
import { StepHeader } from '../step-header.tsx'
import { EARLY_THIRD_ID } from './hand-over.ts'

const nothing = () => {}
/** All of it is replaced (third.ts). */
const DAY = { date: '2030-01-01', slots: ['09:00'] }

/**
 * Step 3 as the build writes it down, in a file of its own: the header, the form while its times are on their way, what
 * third.ts makes days and times of, and the toast of step 2. So it looks like the app's, whose components these are.
 */
export function EarlyThirdParts() {
  const { t } = useTranslation('booking')
  return (
    <>
      <StepHeader step={3} reached={3} isVerified={false} busy={false} onOpen={nothing} />
      <div id={EARLY_THIRD_ID}>
        <QueryProvider>
          <DetailsStep onOpen={nothing} />
        </QueryProvider>
      </div>
      <DayStrip days={[DAY]} date="" today="" nameOf={() => ''} onDate={nothing} />
      <Day aria-live="polite" data-part="day" />
      <ToastCorner data-part="missing" data-ms={TOAST_MS}>
        <Toast kind="error" text={t('error.missing')} />
      </ToastCorner>
      <div data-part="times">
        <TimeList times={['09:00', '12:00']} chosen="09:00" onChoose={nothing} />
      </div>
    </>
  )
}
