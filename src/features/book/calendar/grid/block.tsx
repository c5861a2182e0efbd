import { memo } from 'react'
import type { Highlight } from '../../../../ui/paged-list/highlights.ts'
import { VisitSign } from '../../../../ui/visit-sign.tsx'
import type { Block as Placed } from '../../day/arrange.ts'
import { formatSpan } from '../../day/format-span.ts'
import { place } from '../../day/places.ts'
import { lengthOf } from '../../day/spans.ts'
import { patientName } from '../../state/appointment-label.ts'
import { part } from '../../state/parts.ts'
import { prefetchDialogs } from '../../visit/details/dialogs.ts'
import { StepButton } from '../../visit/step-button.tsx'
import type { VisitState, VisitStep } from '../../visit/visit-state.ts'
import { BlockedSign } from './blocked-sign.tsx'
import type { CalendarWords } from './use-calendar-words.ts'

/** Length from which a block has a second line, at a desk; in minutes. */
const TWO_LINES_FROM = 45

/** Length below which the usual two lines don't fit, in minutes. */
const TIGHT_BELOW = { desk: 60, touch: 30, lane: 28 } as const

/** 'desk': a line or two; 'touch': name over service, the step as the right part; 'lane': a week's, as narrow as they come. */
export type BlockKind = 'desk' | 'touch' | 'lane'

type Props = {
  of: Placed
  words: CalendarWords
  /** The day as spoken, 'Mon 4 Mar'. */
  day: string
  kind: BlockKind
  state: VisitState
  /** Minutes of waiting, or in the chair. */
  minutes: number | null
  step: VisitStep | null
  isStepDue: boolean
  highlight: Highlight | undefined
  isShown: boolean
  isMovable: boolean
  onOpen: (id: string) => void
}

export const Block = memo(function Block({
  of,
  words: { t, language, time, state: stateWords },
  day,
  kind,
  state,
  minutes,
  step,
  isStepDue,
  highlight,
  isShown,
  isMovable,
  onOpen,
}: Props) {
  const { row } = of
  const name = patientName(row)
  const words = stateWords(state, minutes)
  const label = t('visit.label', {
    name,
    day,
    time: time(of.from),
    minutes: lengthOf(of),
    doctor: row.doctor.name,
    state:
      words +
      (row.blocked ? `, ${t('visit.blocked')}` : '') +
      (row.patientConfirmedAt ? `, ${t('mark.coming')}` : ''),
  })
  const lines = kind === 'desk' ? (lengthOf(of) >= TWO_LINES_FROM ? '2' : '1') : kind
  const button = (visible: string) => (
    <button
      type="button"
      className="open"
      {...part('open')}
      tabIndex={-1}
      aria-label={label}
      title={kind === 'lane' ? label : undefined}
      onPointerEnter={prefetchDialogs}
      onClick={() => onOpen(row.id)}
    >
      {visible}
    </button>
  )
  const stateSign = (
    <span className="state" aria-hidden="true">
      {row.blocked ? <BlockedSign /> : <VisitSign of={state} />}
      <span className="said">
        {row.blocked ? t(kind === 'touch' ? 'visit.blockedShort' : 'visit.blocked') : words}
      </span>
      {minutes !== null && <span className="brief">{t('calendar.minutes', { minutes })}</span>}
    </span>
  )
  const stepButton = step && <StepButton of={row} step={step} isDue={isStepDue} isCompact />
  return (
    <li
      className="block"
      {...part('block')}
      style={place({ '--from': of.from, '--to': of.to, '--lane': of.lane, '--lanes': of.lanes })}
      data-item
      data-row={row.id}
      data-from={of.from}
      data-state={state}
      data-lines={lines}
      data-tight={lengthOf(of) < TIGHT_BELOW[kind] || undefined}
      data-over={row.blocked || undefined}
      data-coming={row.patientConfirmedAt !== null}
      data-shown={isShown || undefined}
      data-step={step ? (isStepDue ? 'due' : 'later') : undefined}
      data-movable={isMovable || undefined}
      data-highlight={highlight}
    >
      {lines === 'lane' && (
        <>
          {button(row.user.other_names || row.user.surname)}
          <span className="state" aria-hidden="true">
            {row.blocked ? <BlockedSign /> : <VisitSign of={state} size={12} />}
            <span className="initial">{`${row.user.surname.slice(0, 1).toUpperCase()}.`}</span>
          </span>
        </>
      )}
      {lines === '1' && (
        <>
          <span className="words">
            {button(name)}
            <span className="what">{row.serviceText}</span>
          </span>
          <span className="end">
            {stateSign}
            {stepButton}
          </span>
        </>
      )}
      {lines === '2' && (
        <>
          <span className="words">{button(name)}</span>
          <span className="end">{stateSign}</span>
          <span className="second">
            <span className="what">
              {formatSpan(of, language)} · {row.serviceText}
            </span>
            {stepButton}
          </span>
        </>
      )}
      {lines === 'touch' && (
        <>
          <span className="words">
            {button(name)}
            {step && isStepDue ? stateSign : <span className="what">{row.serviceText}</span>}
            {step && isStepDue && lengthOf(of) >= TWO_LINES_FROM && (
              <span className="what">{row.serviceText}</span>
            )}
          </span>
          {step && isStepDue ? stepButton : <span className="end">{stateSign}</span>}
        </>
      )}
      {isMovable && <span className="edge" {...part('edge')} />}
    </li>
  )
})
