import { expect, it } from 'vitest'
import clinic from '../../../clinic.config.ts'
import { FileRefused } from '../../platform/imports/file-refused.ts'
import { readMap, wordsOf } from './words.ts'

async function* bytesOf(text: string) {
  yield new TextEncoder().encode(text)
}
const mapOf = (...lines: string[]) => readMap(bytesOf(['what,theirs,ours', ...lines].join('\n')), clinic)

it('a map gives the meaning of another program’s words, whatever their case and accents', async () => {
  const words = wordsOf(
    clinic,
    await mapOf(
      'column,Termin,date',
      'doctor,Zimmer 1,fct-musa',
      'doctor,dr. amaka okafor,fct-danjuma',
      'location,Zentrale,lag',
      'service,Kontrolle,Routine Check-Up',
      'status,fällt aus,cancelled',
    ),
  )
  expect(words.column('TERMIN')).toBe('date')
  expect(words.column('reference')).toBe('reference')
  expect(words.doctor('zimmer  1')?.id).toBe('fct-musa')
  expect(words.doctor('Dr. Amaka Okafor')?.id).toBe('fct-danjuma')
  expect(words.doctor('Dr. Kemi Balogun')?.id).toBe('lag-balogun')
  expect(words.doctor('LAG-BALOGUN')?.id).toBe('lag-balogun')
  expect(words.service('ROUTINE-CHECK-UP')?.id).toBe('routine-check-up')
  expect(words.status('Pending')).toBe('open')
  expect(words.location('zentrale')?.code).toBe('lag')
  expect(words.location('Port Harcourt')?.code).toBe('phc')
  expect(words.service('kontrolle')?.id).toBe('routine-check-up')
  expect(words.status('Fallt Aus')).toBe('cancelled')
  expect(words.status('Zimmer 1')).toBeUndefined()
  expect(words.status('No-Show')).toBe('no_show')
  expect(words.status('no show')).toBe('no_show')
  expect(words.status('Canceled')).toBe('cancelled')
  expect(words.doctor('LAG\u2011Balogun')?.id).toBe('lag-balogun')
})

it.each([
  ['doctor,x,Dr. Who', 'Line 2 of the map: There is no doctor “Dr. Who”.'],
  ['column,x,y', 'Line 2 of the map: There is no column “y”.'],
  ['room,x,y', '“what” is one of column, doctor, location, service, status.'],
  ['doctor,x', 'Line 2 of the map: There are 2 cells and 3 columns.'],
])('a map with the line %s is refused', async (line, sentence) => {
  const reading = mapOf(line)
  await expect(reading).rejects.toThrow(sentence)
  await expect(reading).rejects.toBeInstanceOf(FileRefused)
})
