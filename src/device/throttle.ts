/** Interval between two runs of a handler of moves, scrolling or resizing, in milliseconds (specification, section 9). */
export const HANDLED_EVERY_MS = 64

export type Throttled = {
  (): void
  /** Drops a run that is due. */
  cancel: () => void
}

/**
 * Throttles `work` with leading and trailing edge: runs at the first call, then at most once in `everyMs` milliseconds
 * and never twice at once, and once more after the last call. A rejected promise counts as done.
 */
export function throttle(work: () => unknown, everyMs = HANDLED_EVERY_MS): Throttled {
  let ranAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  let isBusy = false
  let isDue = false

  const call = () => {
    if (timer !== undefined) return
    if (isBusy) {
      isDue = true
      return
    }
    const early = ranAt + everyMs - performance.now()
    if (early > 0) timer = setTimeout(run, Math.ceil(early))
    else run()
  }
  const run = () => {
    timer = undefined
    isDue = false
    ranAt = performance.now()
    const done = work()
    if (!(done instanceof Promise)) return
    isBusy = true
    const goOn = () => {
      isBusy = false
      if (isDue) call()
    }
    done.then(goOn, goOn)
  }
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
    isDue = false
  }
  return Object.assign(call, { cancel })
}
