import { type ParseArgsConfig, parseArgs } from 'node:util'
import { WrongUsage } from './command-errors.ts'

/**
 * Node's `parseArgs` for a command of the person who runs the server.
 * @throws WrongUsage with a sentence when something was typed that there is not
 */
export function parsedArgs<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
  } catch (error) {
    // Node's own sentence ends with advice about positional arguments.
    throw new WrongUsage(`${(error as Error).message.split('. ')[0]}.`)
  }
}
