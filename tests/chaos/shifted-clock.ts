/*
 * Loaded before the server (--import): its clock can be told to be wrong, by a message { offsetMs } of its parent.
 * Only what asks for the time of day is changed. Timers and performance.now() run on, as on a machine whose clock is set.
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
// A listener keeps the connection to the parent, and with it the process: the server decides when it ends.
process.channel?.unref()
