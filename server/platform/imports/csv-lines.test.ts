import { expect, it } from 'vitest'
import { csvLines, tidied } from './csv-lines.ts'

async function* portions(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
}
const read = async (text: string, size = 3) => Array.fromAsync(csvLines(portions(text, size)))

it.each<[string, string, [number, ...string[]][]]>([
  [
    'a line that names the separator',
    'sep=;\r\na;b\r\n1;2,5\r\n',
    [
      [2, 'a', 'b'],
      [3, '1', '2,5'],
    ],
  ],
  [
    'a line that names the separator and was filled up',
    '"sep=;";;\na;b\n1;2,5\n',
    [
      [2, 'a', 'b'],
      [3, '1', '2,5'],
    ],
  ],
  [
    'tabs, as a sheet is copied',
    'a\tb\n1\t2,5\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2,5'],
    ],
  ],
  [
    'bars',
    'a|b\n1|2,5\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2,5'],
    ],
  ],
  [
    'a separator in quotation marks',
    '"sep=\t"\na\tb\n1\t2\n',
    [
      [2, 'a', 'b'],
      [3, '1', '2'],
    ],
  ],
  [
    'empty cells behind those of the head',
    'a,b\n1,2,,,\n3,4, \n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
    ],
  ],
  [
    'a head with empty cells behind it',
    'a,b,,\n1,2,,\n3,4\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
      [3, '3', '4'],
    ],
  ],
  [
    'an empty last cell of its own',
    'a,b\n1,\n',
    [
      [1, 'a', 'b'],
      [2, '1', ''],
    ],
  ],
  [
    'a cell of several lines, and what comes after it',
    'a,b\r\n1,"2\r\n""3"""\r\n\r\n4,5',
    [
      [1, 'a', 'b'],
      [2, '1', '2\n"3"'],
      [5, '4', '5'],
    ],
  ],
  [
    'quotation marks inside of a cell that has none around it',
    'a,b\n1,The "Old" House\n',
    [
      [1, 'a', 'b'],
      [2, '1', 'The "Old" House'],
    ],
  ],
])('a CSV text may have %s', async (_, text, expected) => {
  for (const size of [1, 2, 1_000]) {
    expect((await read(text, size)).map(({ line, cells }) => [line, ...cells])).toEqual(expected)
  }
})

it.each<[string, string]>([
  ['never closed', '1,"2'],
  ['closed in the middle', '1,"2"3'],
  ['closed by that of another line', '"1,2'],
])('a quotation mark that is %s makes one line wrong', async (_, wrong) => {
  const lines = await read(`a,b\n${wrong}\n3,"4"\n"5\n6",7\n8,9\n`, 1_000)
  expect(lines.map(({ line, fault }) => [line, fault !== null])).toEqual([
    [1, false],
    [2, true],
    [3, false],
    [4, false],
    [6, false],
  ])
})

it('a line that is too long is one wrong line', async () => {
  const lines = await read(`a,b\n1,${'x'.repeat(30_000)}\n3,4\n`, 997)
  expect(lines.map(({ line, fault }) => [line, fault])).toEqual([
    [1, null],
    [2, 'The line is too long.'],
    [3, null],
  ])
})

it.each([
  ['+234\u00a0803\u202f123 4567', '+234 803 123 4567'],
  ['\u202a0803 123 4567\u202c', '0803 123 4567'],
  ['\ufeff Ada\u200b ', 'Ada'],
  ['Obi\u202eiba', 'Obi\u202eiba'],
  ['12,\r\nAllen Avenue\n', '12, Allen Avenue'],
])('a cell %j is read as %j', (cell, text) => expect(tidied(cell)).toBe(text))
