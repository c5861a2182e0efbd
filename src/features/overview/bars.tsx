import { useTheme } from '@mui/material/styles'
import { BarChart } from '@mui/x-charts/BarChart'
import { type ReactNode, useId } from 'react'
import { BAR } from './look.ts'

const ROW_PX = 28
const WORDS_PX = 124
const HEADROOM = 1.2
const HEIGHT_PX = 208

/** Fonts and lines of the axes, and of a number beside a bar. */
const axes = {
  '& .MuiChartsAxis-line, & .MuiChartsAxis-tick': { stroke: 'var(--overview-grid)' },
  '& .MuiChartsGrid-line': { stroke: 'var(--overview-grid)' },
  '& .MuiChartsAxis-tickLabel': { fontSize: '12px', fill: 'var(--mui-palette-text-secondary)' },
  '& .MuiBarChart-label': { fontSize: '14px', fill: 'var(--mui-palette-text-primary)' },
  // Paper is of another width than the window.
  '@media print': { '& svg': { width: '100%', height: 'auto' } },
} as const

type RowsProps = {
  label: string
  rows: readonly { name: string; value: number; color?: string }[]
  /** The number beside a bar. */
  format: (value: number) => string
}

/** Bars to the right, one below the other, with their names and numbers. */
export function BarRows({ label, rows, format }: RowsProps) {
  const soft = useSoftText()
  return (
    <Picture label={label}>
      <BarChart
        layout="horizontal"
        height={rows.length * ROW_PX + 8}
        margin={{ top: 4, bottom: 4, left: 0, right: 0 }}
        // Room for the number beside the longest.
        xAxis={[
          {
            position: 'none',
            min: 0,
            max: Math.max(...rows.map(({ value }) => value)) * HEADROOM || 1,
            domainLimit: 'strict',
          },
        ]}
        yAxis={[
          {
            scaleType: 'band',
            data: rows.map(({ name }) => name),
            width: WORDS_PX,
            disableLine: true,
            disableTicks: true,
            categoryGapRatio: 0.4,
            colorMap: { type: 'ordinal', colors: rows.map(({ color = BAR }) => color) },
            tickLabelStyle: { ...soft, fontSize: 14 },
          },
        ]}
        series={[
          {
            data: rows.map(({ value }) => value),
            barLabel: ({ value }) => format(value ?? 0),
            barLabelPlacement: 'outside',
            valueFormatter: (value) => format(value ?? 0),
          },
        ]}
        borderRadius={2}
        hideLegend
        skipAnimation
        sx={axes}
      />
    </Picture>
  )
}

type ColumnsProps = {
  label: string
  names: readonly string[]
  /** Null: nothing is known there. A striped one is told from the other without colour. */
  series: readonly { name: string; values: readonly (number | null)[]; isStriped?: boolean }[]
  format: (value: number) => string
}

/** Bars upwards, beside one another. */
export function BarColumns({ label, names, series, format }: ColumnsProps) {
  const soft = useSoftText()
  const stripes = `stripes-${useId().replaceAll(/[^\w-]/g, '')}`
  return (
    <Picture label={label}>
      <BarChart
        height={HEIGHT_PX}
        margin={{ top: 8, bottom: 0, left: 0, right: 4 }}
        grid={{ horizontal: true }}
        xAxis={[
          {
            scaleType: 'band',
            data: [...names],
            disableTicks: true,
            categoryGapRatio: 0.35,
            barGapRatio: 0.1,
            tickLabelStyle: soft,
            height: 24,
          },
        ]}
        yAxis={[
          {
            min: 0,
            width: 32,
            disableLine: true,
            disableTicks: true,
            tickLabelStyle: soft,
            tickNumber: 4,
            tickMinStep: 1,
          },
        ]}
        series={series.map(({ name, values, isStriped }) => ({
          label: name,
          data: [...values],
          color: isStriped ? `url(#${stripes})` : BAR,
          valueFormatter: (value: number | null) => (value === null ? '' : format(value)),
        }))}
        borderRadius={2}
        hideLegend
        skipAnimation
        sx={axes}
      >
        <defs>
          <pattern
            id={stripes}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" fill="var(--overview-other)" />
            <rect width="2.5" height="6" fill="var(--overview-stripe)" />
          </pattern>
        </defs>
      </BarChart>
    </Picture>
  )
}

/** A picture says its name; its numbers are in the table. */
function Picture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="img" aria-label={label}>
      {children}
    </div>
  )
}

function useSoftText() {
  const { vars } = useTheme()
  return { fontSize: 12, fill: vars.palette.text.secondary }
}
