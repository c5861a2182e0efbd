import type { OwnVisit } from '../../../../contract/own-visit.ts'
import { Note, NoteSign } from '../../../ui/note.tsx'
import { EarlierTime, OfferCard } from '../offer-card.tsx'
import { VisitActions } from '../visit-actions.tsx'
import { VisitCard, VisitState } from '../visit-card.tsx'
import { VisitFrame, VisitLoading } from '../visit-frame.tsx'
import { Said, VisitFoot } from '../visit-view.tsx'
import { EARLY_ID, PARTS_ID, SHOWN } from './hand-over.ts'
import type { Actions } from './states.ts'

/** All of it is replaced (early.ts). */
const AT = '2030-01-01T09:00:00+01:00'
const SAMPLE: OwnVisit = {
  reference: '-',
  initials: '-',
  status: 'open',
  appointment_date: AT,
  end: AT,
  duration: 30,
  place: { name: '-', address: '-', phone: '-' },
  doctor: '-',
  patientConfirmedAt: null,
  askedToCall: false,
  changeUntil: AT,
  canChange: true,
  keepUntil: null,
  offer: null,
  waits: false,
  version: 1,
  language: 'en',
}
const OFFER = { id: '-', appointment_date: AT, doctor: { id: '-', name: '-' }, until: AT }

/** A visit for each. */
const ACTIONS: Record<Actions, Partial<OwnVisit>> = {
  open: {},
  asked: { askedToCall: true },
  coming: { patientConfirmedAt: AT },
  'coming-asked': { patientConfirmedAt: AT, askedToCall: true },
  late: { canChange: false },
  kept: { status: 'cancelled', keepUntil: AT },
  cancelled: { status: 'cancelled' },
}
const STATES = ['open', 'confirmed', 'cancelled'] as const
const nothing = () => {}

/**
 * The page of a visit before the app is there: the build writes it into the page, in English, and early.ts fills it in from the
 * parts. So it looks like the app's, whose components these are.
 */
export function EarlyVisit() {
  return (
    <div id={EARLY_ID}>
      <VisitFrame>
        <VisitLoading />
      </VisitFrame>
    </div>
  )
}

/** What a visit is drawn from, in each state; the build adds what early.ts has to know, as data of the template. */
export function VisitParts() {
  return (
    <template id={PARTS_ID}>
      <div data-part="card">
        <VisitCard visit={SAMPLE} />
      </div>
      {STATES.map((status) => (
        <div key={status} data-part={`state-${status}`}>
          <VisitState of={{ status, patientConfirmedAt: null }} />
        </div>
      ))}
      {Object.entries(ACTIONS).map(([name, more]) => (
        <div key={name} data-part={`actions-${name}`}>
          <VisitActions visit={{ ...SAMPLE, ...more }} busy={null} onPress={nothing} onOpen={nothing} />
        </div>
      ))}
      <div data-part="offer">
        <OfferCard offer={OFFER} busy={false} onTake={nothing} />
      </div>
      <div data-part="wait">
        <EarlierTime waits={false} busy={null} onPress={nothing} />
      </div>
      <div data-part="waits">
        <EarlierTime waits busy={null} onPress={nothing} />
      </div>
      <div data-part="until">
        <VisitFoot visit={SAMPLE} />
      </div>
      <div data-part="late">
        <VisitFoot visit={{ ...SAMPLE, canChange: false }} />
      </div>
      <div data-part="said">
        <Said role="status" tabIndex={-1} />
      </div>
      {(['success', 'error'] as const).map((kind) => (
        <div key={kind} data-part={kind}>
          <Note kind={kind}>
            <NoteSign kind={kind} />
            <span data-slot="words" />
          </Note>
        </div>
      ))}
    </template>
  )
}

const attribute = `data-${SHOWN.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** The app's page stays out of sight until it has what the early one shows. */
export const earlyVisitRules = `[${attribute}] #root,:root:not([${attribute}]) #root:not(:empty)~#${EARLY_ID}{display:none}`
