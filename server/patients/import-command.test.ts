import { expect, it } from 'vitest'
import { parseImportCommand } from './import-command.ts'

it.each([
  [['import', 'a.csv'], { file: 'a.csv', dryRun: false }],
  [['import', '--dry-run', 'a.csv'], { file: 'a.csv', dryRun: true }],
])('%j is understood', (args, command) => expect(parseImportCommand(args)).toEqual(command))

it.each([
  [[], 'Say what to do.'],
  [['export', 'a.csv'], "There is no command 'export'."],
  [['import'], "'import' takes one file."],
  [['import', 'a.csv', 'b.csv'], "'import' takes one file."],
  [['import', 'a.csv', '--force'], "Unknown option '--force'."],
])('%j is not understood: %s', (args, says) => expect(() => parseImportCommand(args)).toThrow(says))
