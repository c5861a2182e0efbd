import { it } from 'vitest'
import { expectCounted } from './histories.fixture.ts'

// Another history: tests/long/overview-histories.test.ts.
it('every number of the overview is what counting by hand says, after a history', () => expectCounted(1))
