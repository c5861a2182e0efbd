/** An entry of Chromium's trace, as far as the benches read it. */
export type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** In microseconds, as the durations. */
  ts: number
  dur?: number
  /** On the processor: other programs don't count. */
  tdur?: number
  args?: { beginData?: { dirtyObjects?: number; totalObjects?: number }; data?: { url?: string } }
}
