/** How often a handler of moves, scrolling or resizing runs at most: once in so many milliseconds (specification, section 9). */
export const HANDLED_EVERY_MS = 64

/** @see limited */
export type Limited = {
  (): void
  /** What was put off is left undone. */
  cancel: () => void
}

/**
 * A handler of mouse moves, pointer moves, scrolling or resizing, which come more often than anything needs to be done
 * about them: it runs at the first, then at most once in 64 ms, and once more after the last.
 */
export function limited(handle: () => void): Limited {
  let handledAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    handledAt = performance.now()
    handle()
  }
  const come = () => {
    if (timer !== undefined) return
    const early = handledAt + HANDLED_EVERY_MS - performance.now()
    if (early > 0) timer = setTimeout(run, Math.ceil(early))
    else run()
  }
  return Object.assign(come, {
    cancel: () => {
      clearTimeout(timer)
      timer = undefined
    },
  })
}
