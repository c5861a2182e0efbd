import { expect, it } from 'vitest'
import { csvRows } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  [' =1+1', "' =1+1"],
  ['"=1+1', `"'""=1+1"`],
  ['-', "'-"],
  ['\t=1', "'\t'=1"],
  ['\n=1', `"'\n'=1"`],
  ['＠A1', "'＠A1"],
  ['reason;=HYPERLINK("x")', `"reason;'=HYPERLINK(""x"")"`],
  ['reason; "+1', `"reason; ""'+1"`],
  ['reason\t@A1', "reason\t'@A1"],
  ['reason\n-1', `"reason\n'-1"`],
  ['a;=1;=2', "a;'=1;'=2"],
  ['a, b = c; 3-4 days', '"a, b = c; 3-4 days"'],
  ['', ''],
  [null, ''],
  [-1, '-1'],
  [0, '0'],
])('a cell of %j is written as %s', (value, text) => {
  expect(csvRows([[value, 'x']])).toBe(`${text},x\r\n`)
})
