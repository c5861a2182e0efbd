import CalendarOff from 'lucide-react/icons/calendar-off'
import { Fragment, memo, type ReactNode, type RefObject, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isoLanguage } from '../../../../i18n/languages.ts'
import { shortDay } from '../../../../ui/format-time.ts'
import type { BlockedSpan, Column } from '../../day/arrange.ts'
import { gapsOf, shutOf } from '../../day/arrange.ts'
import { clockOf, formatMinutes, formatSpan } from '../../day/format-span.ts'
import { minutesGone } from '../../day/minutes-gone.ts'
import { place, placeOf } from '../../day/places.ts'
import { overlap, type Span } from '../../day/spans.ts'
import { patientName } from '../../state/appointment-label.ts'
import { useAppointmentHighlights } from '../../state/highlight-booked.ts'
import { part } from '../../state/parts.ts'
import { useStepRules } from '../../visit/use-step-rules.ts'
import { isMovable, isStepDue, minutesIn, visitStateOf } from '../../visit/visit-state.ts'
import { Block, type BlockKind } from './block.tsx'
import { Gap, type GapPlace } from './gap.tsx'
import { FIRST_COLUMN, type PlacedGroup } from './groups.ts'
import { type CalendarWords, useCalendarWords } from './use-calendar-words.ts'
import { useRoving } from './use-roving.ts'

type Props = {
  groups: readonly PlacedGroup[]
  /** The part of the day that is drawn. */
  span: Span
  kind: BlockKind
  /** Minimum width of a column, in pixels. */
  columnPx: number
  axisPx: number
  now: { at: number; today: string; minutes: number }
  /** Id of the appointment that is shown beside. */
  shown: string | null
  chosen: Pick<GapPlace, 'day' | 'from' | 'doctor'> | null
  onOpen: (id: string) => void
  canMove: boolean
  /** Opens the booking panel at a gap; null: not allowed. */
  onGap: ((gap: GapPlace) => void) | null
  frame: RefObject<HTMLDivElement | null>
  body: RefObject<HTMLDivElement | null>
  /** Drawn above the columns. */
  children?: ReactNode
}

/** Number of doctors from which a tablet has no room for words of states beside names. */
const MANY = 4

/** Times down, columns across: a block is as high as a visit is long. */
export function CalendarGrid(props: Props) {
  const { groups, span, kind, columnPx, axisPx, now, frame, body } = props
  const { i18n } = useTranslation('appointments')
  const language = isoLanguage(i18n.language)
  const widths = groups.map(({ columns, closed }) =>
    closed === undefined ? `repeat(${columns.length}, minmax(${columnPx}px, 1fr))` : '28px',
  )
  const widest = Math.max(...groups.map(({ columns }) => columns.length))
  const isToday =
    groups.some(({ day }) => day === now.today) && now.minutes >= span.from && now.minutes <= span.to
  const hours = useMemo(() => {
    const first = Math.ceil((span.from + 1) / 60) * 60
    return Array.from(
      { length: Math.max(0, Math.floor((span.to - first) / 60) + 1) },
      (_, i) => first + i * 60,
    )
  }, [span.from, span.to])
  useRoving(frame)
  return (
    <div
      ref={frame}
      className={kind === 'lane' ? 'frame lanes' : 'frame'}
      data-fills-window=""
      data-many={widest >= MANY || undefined}
      style={place({
        '--columns': `${axisPx}px ${widths.join(' ')}`,
        '--start': span.from,
        '--end': span.to,
        '--side': kind === 'lane' ? '1px' : '5px',
      })}
    >
      <div className="heads">
        <div className="corner" {...part('corner')} />
        {groups.map(({ key, heads, first, after }) =>
          heads.length > 1 ? (
            heads
          ) : (
            <div key={key} style={{ gridColumn: `${first} / ${after}`, minWidth: 0 }}>
              {heads}
            </div>
          ),
        )}
      </div>
      <div className="body" ref={body} {...part('columns')}>
        <div className="axis" aria-hidden="true">
          {hours.map((minutes) =>
            isToday && Math.abs(minutes - now.minutes) < 15 ? null : (
              <span key={minutes} style={place({ '--from': minutes })}>
                {formatMinutes(minutes, language)}
              </span>
            ),
          )}
          {isToday && (
            <span className="present" style={place({ '--from': now.minutes })}>
              {formatMinutes(now.minutes, language)}
            </span>
          )}
        </div>
        <Groups {...props} isToday={isToday} />
        {props.children}
      </div>
    </div>
  )
}

type GroupsProps = Omit<Props, 'columnPx' | 'axisPx' | 'frame' | 'body' | 'children'> & { isToday: boolean }

function Groups({ groups, isToday, now, span, kind, shown, chosen, canMove, onOpen, onGap }: GroupsProps) {
  const holds = ({ blocks }: Column) => shown !== null && blocks.some(({ row }) => row.id === shown)
  const words = useCalendarWords()
  const ofOtherDays = useUntilAnotherDay(now)
  const isIn = (column: Column) =>
    chosen !== null && chosen.day === column.day && chosen.doctor.id === column.doctor.id
  return groups.map(({ key, day, columns, shared, closed, first, after }) => {
    if (closed !== undefined) {
      return (
        <div key={key} className="columns narrow" style={{ gridColumn: `${first}` }}>
          <span>{closed}</span>
        </div>
      )
    }
    const isPresent = isToday && day === now.today
    return (
      <Fragment key={key}>
        {columns.map((column, i) => (
          <ColumnView
            key={column.key}
            gridColumn={first + i}
            column={column}
            shared={shared}
            saysClosed={first === FIRST_COLUMN && i === 0}
            isPresent={isPresent}
            now={day === now.today ? now : ofOtherDays}
            words={words}
            span={span}
            kind={kind}
            shown={holds(column) ? shown : null}
            chosenFrom={isIn(column) && chosen ? chosen.from : null}
            canMove={canMove}
            onOpen={onOpen}
            onGap={onGap}
          />
        ))}
        <div className="wide" style={{ gridColumn: `${first} / ${after}` }}>
          {shared.map((blocked) => (
            <BlockedTime
              key={`${blocked.from} ${blocked.words}`}
              of={blocked}
              span={span}
              isBrief={kind === 'lane'}
            />
          ))}
          {isPresent && <div className="now" style={place({ '--from': now.minutes })} />}
        </div>
      </Fragment>
    )
  })
}

/** A moment of today: on other days a minute changes nothing, and their columns do not render for it. */
function useUntilAnotherDay(now: Props['now']): Props['now'] {
  const [first, setFirst] = useState(now)
  if (first.today === now.today) return first
  setFirst(now)
  return now
}

type ColumnProps = Pick<Props, 'now' | 'span' | 'kind' | 'shown' | 'canMove' | 'onOpen' | 'onGap'> & {
  column: Column
  words: CalendarWords
  /** Blockers of all columns, drawn over them. */
  shared: readonly BlockedSpan[]
  gridColumn: number
  saysClosed: boolean
  isPresent: boolean
  /** The minute that is pressed in it. */
  chosenFrom: number | null
}

/** Renders only where something of it has changed. */
const ColumnView = memo(function ColumnView({
  column,
  shared,
  gridColumn,
  saysClosed,
  isPresent,
  chosenFrom,
  ...props
}: ColumnProps) {
  const { now, words, span, kind, shown, canMove, onOpen, onGap } = props
  const { t, language } = words
  const day = shortDay(column.day, language)
  const stepRules = useStepRules()
  const highlightOf = useAppointmentHighlights()
  const gone = minutesGone(column.day, now)
  const past = Math.min(gone, span.to)
  const gaps = onGap ? gapsOf(column, gone) : []
  const items = [
    ...column.blocks.map((block) => ({ ...block, key: block.row.id, block, gap: null })),
    ...gaps.map((gap) => ({ ...gap, key: `${gap.from}`, block: null, gap })),
  ].sort((a, b) => a.from - b.from)
  return (
    <div className="columns" style={{ gridColumn }} data-column={column.key}>
      {past > span.from && <div className="past" style={placeOf({ from: span.from, to: past })} />}
      {shutOf(column, span).map((shut) => (
        <div
          key={shut.from}
          className="shut"
          style={placeOf(shut)}
          data-last={shut.to === span.to || undefined}
        >
          {saysClosed && shut.from === span.from && shut.to < span.to && (
            <span>{t('calendar.closedUntil', { time: formatMinutes(shut.to, language) })}</span>
          )}
          {saysClosed && shut.to === span.to && shut.from > span.from && span.to - shut.from > 20 && (
            <span>{t('calendar.closedFrom', { time: formatMinutes(shut.from, language) })}</span>
          )}
        </div>
      ))}
      {column.blocked
        .filter(({ doctorId }) => doctorId !== null)
        .map((blocked) => (
          <BlockedTime
            key={`${blocked.from} ${blocked.words}`}
            of={blocked}
            span={span}
            isBrief={kind === 'lane'}
            isCrossed={shared.some((each) => overlap(each, blocked))}
          />
        ))}
      {isPresent && kind !== 'lane' && <div className="stub" style={place({ '--from': now.minutes })} />}
      <ol aria-label={t('calendar.columnOf', { doctor: column.doctor.name, day: column.day })}>
        {items.map(({ key, block, gap }) => {
          if (block) {
            const state = visitStateOf(block.row, now.at)
            const step = stepRules(block.row, now.at)
            return (
              <Block
                key={key}
                of={block}
                words={words}
                day={day}
                kind={kind}
                state={state}
                minutes={minutesIn(block.row, now.at)}
                step={kind === 'lane' ? null : step}
                isStepDue={isStepDue(block.row, state, now.at)}
                highlight={highlightOf(block.row)}
                isShown={shown === block.row.id}
                isMovable={canMove && isMovable(block.row)}
                onOpen={onOpen}
              />
            )
          }
          return (
            onGap &&
            gap && (
              <Gap
                key={key}
                of={{
                  ...gap,
                  day: column.day,
                  location: column.location,
                  doctor: column.doctor,
                  next: nextIn(column, gap.from + gap.free),
                }}
                words={words}
                day={day}
                isChosen={chosenFrom !== null && chosenFrom >= gap.from && chosenFrom < gap.to}
                onPress={onGap}
              />
            )
          )
        })}
      </ol>
    </div>
  )
})

type BlockedProps = { of: BlockedSpan; span: Span; isBrief: boolean; isCrossed?: boolean }

function BlockedTime({ of, span, isBrief, isCrossed = false }: BlockedProps) {
  const { t, i18n } = useTranslation('appointments')
  if (!overlap(of, span)) return null
  const shown = { from: Math.max(of.from, span.from), to: Math.min(of.to, span.to) }
  const isWhole = of.from === 0 && of.to === 1440
  return (
    <div className="blocked" style={placeOf(shown)} data-crossed={isCrossed || undefined}>
      <span className="card">
        {!isBrief && <CalendarOff size={14} aria-hidden="true" />}
        <strong>{of.words}</strong>
        {!isBrief && (
          <span>{isWhole ? t('calendar.wholeDay') : formatSpan(of, isoLanguage(i18n.language))}</span>
        )}
      </span>
    </div>
  )
}

/** Appointments that begin at a minute. */
function nextIn({ blocks }: Column, minute: number): GapPlace['next'] {
  const block = blocks.find(({ from }) => from === minute)
  return block ? { name: patientName(block.row), time: clockOf(minute) } : null
}
