import { throttle } from '../../device/throttle.ts'

/** Time without any input that counts as rest, in milliseconds. */
const REST_MS = 1_500
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** Settles when the person isn't about to press, since what appears then may shift the page. */
export function handsAtRest(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      for (const sign of SIGNS) removeEventListener(sign, again, true)
      again.cancel()
      resolve()
    }
    let timer = setTimeout(done, REST_MS)
    const again = throttle(() => {
      clearTimeout(timer)
      timer = setTimeout(done, REST_MS)
    })
    for (const sign of SIGNS) addEventListener(sign, again, { capture: true, passive: true })
  })
}
