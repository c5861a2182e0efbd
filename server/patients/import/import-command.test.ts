import { expect, it } from 'vitest'
import { parseImportCommand, reportLines } from './import-command.ts'

it.each([
  [['import', 'a.csv'], { file: 'a.csv', dryRun: false, otherNames: false }],
  [['import', '--dry-run', 'a.csv'], { file: 'a.csv', dryRun: true, otherNames: false }],
  [['import', '--other-names', 'a.csv'], { file: 'a.csv', dryRun: false, otherNames: true }],
])('the arguments %j are understood', (args, command) => expect(parseImportCommand(args)).toEqual(command))

it.each([
  [[], 'Say what to do.'],
  [['export', 'a.csv'], "There is no command 'export'."],
  [['import'], "'import' takes one file."],
  [['import', 'a.csv', 'b.csv'], "'import' takes one file."],
  [['import', 'a.csv', '--force'], "Unknown option '--force'."],
])('the arguments %j are refused: %s', (args, says) => expect(() => parseImportCommand(args)).toThrow(says))

const report = {
  created: 0,
  updated: 2,
  unchanged: 1,
  failed: 0,
  overwritten: 0,
  otherNames: 0,
  errors: [],
  dryRun: false,
}
it.each([
  [
    { overwritten: 1 },
    '1 contact that the desk had corrected was overwritten, since the file says something new.',
  ],
  [
    { overwritten: 2 },
    '2 contacts that the desk had corrected were overwritten, since the file says something new.',
  ],
  [
    { overwritten: 2, dryRun: true },
    '2 contacts that the desk had corrected would be overwritten, since the file says something new.',
  ],
])('a report with %j has the line for it', (more, line) =>
  expect(reportLines({ ...report, ...more })).toContain(line),
)

it('a report mentions no contacts where none was overwritten', () =>
  expect(reportLines(report)).toEqual(['0 added, 2 changed, 1 unchanged, 0 wrong.']))

it.each([
  [
    { otherNames: 1 },
    false,
    '1 line has the clinic id of somebody with another name, and was left out. If the file is right, --other-names takes them.',
  ],
  [
    { otherNames: 2, dryRun: true },
    false,
    '2 lines have the clinic id of somebody with another name, and would be left out. If the file is right, --other-names takes them.',
  ],
  [
    { otherNames: 2 },
    true,
    '2 lines have the clinic id of somebody with another name: the records are theirs (--other-names).',
  ],
])('a report counts %j, where they are taken: %s', (more, areTaken, line) =>
  expect(reportLines({ ...report, ...more }, areTaken)).toContain(line),
)
