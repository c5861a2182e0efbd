import { it } from 'vitest'
import { expectCounted } from './histories.fixture.ts'

// Another history: tests/long/overview-histories.test.ts.
it('every number of the overview equals a count by hand, after a history', () => expectCounted(1))
