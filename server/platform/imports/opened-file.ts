import { createReadStream, type ReadStream } from 'node:fs'
import { Refused } from '../process/command-errors.ts'

/** A file for a command. @throws Refused when it is missing, or no file */
export async function openedFile(file: string): Promise<ReadStream> {
  const stream = createReadStream(file)
  const problem = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    // Opening a folder succeeds; only reading fails.
    stream.once('readable', () => resolve(null))
    stream.once('error', resolve)
  })
  if (problem) throw new Refused(`${file} cannot be read (${problem.code}).`)
  return stream
}
