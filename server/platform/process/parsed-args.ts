import { type ParseArgsConfig, parseArgs } from 'node:util'
import { WrongUsage } from './command-errors.ts'

/** Node's `parseArgs` for operator commands. @throws WrongUsage with a sentence for an unknown argument */
export function parsedArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
  } catch (error) {
    // Node's message continues with advice about positional arguments.
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}.`)
  }
}
