/** A half-open period of one clinic day, in minutes since its midnight. */
export type Span = { from: number; to: number }

/** Touching ends do not overlap. */
export const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to

export const lengthOf = ({ from, to }: Span): number => to - from

/** Spans minus others, in order. */
export function without(spans: readonly Span[], taken: readonly Span[]): Span[] {
  let left = [...spans]
  for (const { from, to } of taken) {
    left = left.flatMap((span) =>
      overlap(span, { from, to })
        ? [
            { from: span.from, to: Math.min(span.to, from) },
            { from: Math.max(span.from, to), to: span.to },
          ].filter((part) => lengthOf(part) > 0)
        : [span],
    )
  }
  return left.sort((a, b) => a.from - b.from)
}

/** Minutes that spans cover together; overlaps count once. */
export function covered(spans: readonly Span[]): number {
  const all = { from: 0, to: 1440 }
  return lengthOf(all) - without([all], spans).reduce((sum, span) => sum + lengthOf(span), 0)
}

/** The parts of some spans that lie in others. */
export function within(spans: readonly Span[], others: readonly Span[]): Span[] {
  return spans.flatMap((span) =>
    others
      .map(({ from, to }) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
      .filter((part) => lengthOf(part) > 0),
  )
}
