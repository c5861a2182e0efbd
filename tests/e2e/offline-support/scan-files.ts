import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Looks through all files of a folder for words, written as UTF-8 or UTF-16, in capitals or not. What the browser has
 * compressed it does not see; small databases are not.
 * @returns file and word, for each that was found
 */
export async function scanFiles(folder: string, words: readonly string[]): Promise<string[]> {
  const asked = words.flatMap((word) =>
    (['utf8', 'utf16le'] as const).map((encoding) => ({
      word,
      bytes: asBytes(word.toLowerCase(), encoding),
    })),
  )
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    // A running browser may have removed it meanwhile.
    const text = (await readFile(file).catch(() => Buffer.alloc(0))).toString('latin1').toLowerCase()
    for (const { word, bytes } of asked) {
      if (text.includes(bytes)) found.push(`${path.relative(folder, file)}: ${word}`)
    }
  }
  return [...new Set(found)]
}

/** Bytes as a text that has one sign for each of them. */
const asBytes = (word: string, encoding: 'utf8' | 'utf16le') =>
  Buffer.from(word, encoding).toString('latin1').toLowerCase()
