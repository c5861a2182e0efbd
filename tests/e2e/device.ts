import { test } from './clinic.ts'

/** As most people see the page: it moves. All other tests ask for reduced motion, which is quicker. */
export const IN_MOTION = { reducedMotion: 'no-preference' } as const

const PHONE = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
} as const

/**
 * Describes tests twice: on a desk, where the page moves, and on a phone. As groups of one project they share workers;
 * a project of its own would start each worker's server and browser again.
 */
export function onDeskAndPhone(tests: () => void): void {
  test.describe('on a desk', () => {
    test.use(IN_MOTION)
    tests()
  })
  test.describe('on a phone', () => {
    test.use(PHONE)
    tests()
  })
}
