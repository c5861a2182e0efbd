import { it } from 'vitest'
import { clinicWithWaiting, races } from '../../server/book/waiting-list/waiting-list.fixture.ts'

const at = clinicWithWaiting()

it('a freed slot goes to exactly one of three who claim it at once, 1,002 claims in a row', async () => {
  await races(at, 334)
})
