/*
 * Preloaded (--import): a message { offsetMs } of the parent shifts the clock. Only the time of day changes;
 * timers and performance.now() continue, as on a machine whose clock is set.
 */
const RealDate = Date
let offsetMs = 0

class ShiftedDate extends RealDate {
  constructor(...parts: ConstructorParameters<DateConstructor> | []) {
    if (parts.length === 0) super(RealDate.now() + offsetMs)
    else super(...(parts as [number]))
  }

  static override now(): number {
    return RealDate.now() + offsetMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor
process.on('message', (message: { offsetMs?: number }) => {
  if (typeof message.offsetMs !== 'number') return
  offsetMs = message.offsetMs
  process.send?.('heeded')
})
// The listener would keep the process alive; the server decides when it ends.
process.channel?.unref()
