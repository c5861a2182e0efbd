import { WrongUsage } from '../../platform/process/command-errors.ts'
import { parsedArgs } from '../../platform/process/parsed-args.ts'

export const DATA_USAGE = `npm run patients -- export <who> [<file.json>] [--all]
npm run patients -- readers <who> [--all]
npm run patients -- erase <who> [--all] [--cancel-coming] [--yes]
npm run patients -- readmit <clinic id>

<who> is a clinic id, the reference of an appointment, an email address, a phone number, or the id of a record or of an
appointment. Where several records are found they are listed; --all means all of them. Without a file an export is
printed (npm run --silent patients -- export ...). --cancel-coming cancels what is still to come, and the patient is not
written to; --yes asks nothing. After readmit the next import may bring an erased patient in again.`

export type DataCommand =
  | { name: 'export'; who: string; all: boolean; file: string | null }
  | { name: 'readers'; who: string; all: boolean }
  | { name: 'erase'; who: string; all: boolean; cancelComing: boolean; yes: boolean }
  | { name: 'readmit'; clinicId: string }

const OPTIONS = {
  all: { type: 'boolean', default: false },
  'cancel-coming': { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const
/** Options of each command, and how many words follow its name. */
const TAKES: Record<DataCommand['name'], { words: number[]; options: readonly string[]; what: string }> = {
  export: { words: [1, 2], options: ['all'], what: 'whose data to export, and a file if you like' },
  readers: { words: [1], options: ['all'], what: 'about whom' },
  erase: { words: [1], options: Object.keys(OPTIONS), what: 'whom to erase' },
  readmit: { words: [1], options: [], what: 'which clinic id' },
}

export const isDataCommand = (name: string): name is DataCommand['name'] => Object.hasOwn(TAKES, name)

/** Parses these commands of `npm run patients --`. @throws WrongUsage with a sentence */
export function parseDataCommand(name: DataCommand['name'], args: readonly string[]): DataCommand {
  const { values, positionals, tokens } = parsedArgs(args, OPTIONS)
  const takes = TAKES[name]
  const foreign = tokens.find((token) => token.kind === 'option' && !takes.options.includes(token.name))
  if (foreign?.kind === 'option') throw new WrongUsage(`'${name}' takes no --${foreign.name}.`)
  const [, who = '', file = null] = positionals
  if (!takes.words.includes(positionals.length - 1) || who.trim() === '') {
    throw new WrongUsage(`Say ${takes.what}; what has spaces in it stands in quotation marks.`)
  }
  const { all, yes, 'cancel-coming': cancelComing } = values
  switch (name) {
    case 'export':
      return { name, who, all, file }
    case 'readers':
      return { name, who, all }
    case 'erase':
      return { name, who, all, cancelComing, yes }
    case 'readmit':
      return { name, clinicId: who }
  }
}
