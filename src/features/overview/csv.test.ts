import { expect, it } from 'vitest'
import { csvOf } from './csv.ts'

it('the file quotes what needs it, leaves gaps empty, and has no formula', () =>
  expect(
    csvOf({
      head: ['Doctor', 'Free'],
      rows: [
        ['Dr. "Bo", Lagos', 12.5],
        ['=1+1', null],
        ['-', 0],
      ],
    }),
  ).toBe('\ufeffDoctor,Free\r\n"Dr. ""Bo"", Lagos",12.5\r\n\'=1+1,\r\n\'-,0\r\n'))
