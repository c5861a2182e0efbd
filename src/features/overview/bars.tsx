import { styled } from '@mui/material/styles'
import { Fragment, type ReactNode } from 'react'
import { BAR } from './look.ts'

const ROW_PX = 28
const WORDS_PX = 124
/** Share of a row's width for the number beside the longest bar. */
const HEADROOM = 1.2
const HEIGHT_PX = 208
const NAME_PX = 60
/** Share of a name's room that the columns take, in per cent. */
const COLUMNS_WIDTH = 64
const TICKS = 4
const GRID = 'var(--overview-grid)'
const STRIPES =
  'repeating-linear-gradient(45deg, var(--overview-stripe) 0 3px, var(--overview-other) 3px 6px)'

// Its colours say something, on paper and where a system has colours of its own as well.
const Bar = styled('i')({
  display: 'block',
  printColorAdjust: 'exact',
  forcedColorAdjust: 'none',
})

const Rows = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: `${WORDS_PX}px 1fr`,
  gridAutoRows: ROW_PX,
  alignItems: 'center',
  columnGap: 8,
  fontSize: 14,
  '& > span': { color: theme.vars.palette.text.secondary, textAlign: 'end', lineHeight: 1.1 },
  '& > div': { display: 'flex', alignItems: 'center', gap: 6 },
  '& i': { height: 17, borderRadius: '0 2px 2px 0' },
}))

type RowsProps = {
  label: string
  rows: readonly { name: string; value: number; color?: string }[]
  /** The number beside a bar. */
  format: (value: number) => string
}

/** Bars to the right, one below the other, with their names and numbers. */
export function BarRows({ label, rows, format }: RowsProps) {
  const all = Math.max(...rows.map(({ value }) => value)) * HEADROOM || 1
  return (
    <Picture label={label}>
      <Rows>
        {rows.map(({ name, value, color = BAR }) => (
          <Fragment key={name}>
            <span>{name}</span>
            <div>
              <Bar style={{ width: share(value, all), backgroundColor: color }} />
              {format(value)}
            </div>
          </Fragment>
        ))}
      </Rows>
    </Picture>
  )
}

const Columns = styled('div')(({ theme }) => ({
  containerType: 'inline-size',
  height: HEIGHT_PX,
  padding: '8px 4px 24px 32px',
  fontSize: 12,
  color: theme.vars.palette.text.secondary,
  '& > div': { position: 'relative', height: '100%', display: 'flex', borderBottom: `1px solid ${GRID}` },
  // A line across all columns, and its number before it.
  '& hr': { position: 'absolute', insetInline: 0, margin: 0, border: 0, borderTop: `1px solid ${GRID}` },
  '& small': {
    position: 'absolute',
    insetInlineEnd: '100%',
    paddingInlineEnd: 8,
    fontSize: 12,
    lineHeight: 0,
  },
  '& > div > div': {
    position: 'relative',
    flex: 1,
    minWidth: 0,
    display: 'flex',
    justifyContent: 'center',
    alignItems: 'end',
    gap: '4%',
  },
  '& i': { borderRadius: '2px 2px 0 0' },
  '& > div > div > span': { position: 'absolute', top: 'calc(100% + 5px)', whiteSpace: 'nowrap' },
}))

type ColumnsProps = {
  label: string
  names: readonly string[]
  /** A bar; null: unknown. Stripes distinguish it without colour. */
  series: readonly { name: string; values: readonly (number | null)[]; isStriped?: boolean }[]
  format: (value: number) => string
}

/** Bars upwards, beside one another. */
export function BarColumns({ label, names, series, format }: ColumnsProps) {
  const ticks = ticksOf(Math.max(...series.flatMap(({ values }) => values.map((value) => value ?? 0))))
  const top = ticks.at(-1) ?? 1
  return (
    <Picture label={label}>
      <Columns sx={withRoomForNames(names.length)}>
        <div>
          {ticks.map((tick) => (
            <Fragment key={tick}>
              <hr style={{ bottom: share(tick, top) }} />
              <small style={{ bottom: share(tick, top) }}>{format(tick)}</small>
            </Fragment>
          ))}
          {names.map((name, i) => (
            <div key={name} title={[name, ...series.map(said(i, format))].join('\n')}>
              {series.map(({ name: of, values, isStriped }) => (
                <Bar
                  key={of}
                  style={{
                    width: `${COLUMNS_WIDTH / series.length}%`,
                    height: share(values[i] ?? 0, top),
                    background: isStriped ? STRIPES : BAR,
                  }}
                />
              ))}
              <span>{name}</span>
            </div>
          ))}
        </div>
      </Columns>
    </Picture>
  )
}

const share = (value: number, all: number) => `${(value / all) * 100}%`

const said =
  (i: number, format: ColumnsProps['format']) =>
  ({ name, values }: ColumnsProps['series'][number]) => {
    const value = values[i] ?? null
    return value === null ? `${name}: -` : `${name}: ${format(value)}`
  }

/** Every second or fourth name alone, where all of them would lie over one another. */
function withRoomForNames(count: number) {
  const hidden = { visibility: 'hidden' } as const
  return {
    [`@container (width < ${count * NAME_PX}px)`]: { '& div:nth-of-type(even) > span': hidden },
    [`@container (width < ${(count * NAME_PX) / 2}px)`]: { '& div:not(:nth-of-type(4n + 1)) > span': hidden },
  }
}

/** Whole round numbers from 0 to at least the highest value: 0, 5, 10. */
export function ticksOf(highest: number): number[] {
  const least = Math.max(1, highest / TICKS)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = power * ([1, 2, 5].find((one) => one * power >= least) ?? 10)
  return Array.from({ length: Math.max(1, Math.ceil(highest / step)) + 1 }, (_, i) => i * step)
}

/** A picture says its name; its numbers are in the table. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label}>
      {children}
    </div>
  )
}
