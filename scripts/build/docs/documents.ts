import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DOCS_FOLDER, OTHER_DOCUMENTS } from '../../../build/documents.ts'
import { DOCS } from '../../../contract/docs-address.ts'

/** A page of the documentation in the project. */
export type Document = {
  /** Relative to the project, with forward slashes. */
  file: string
  /** Its served path: '/docs/operations'. */
  address: string
  text: string
}

/**
 * Every document that is served, the start page first.
 * @throws Error when one that is named is not there
 */
export function readDocuments(root: string): Document[] {
  const inFolder = globSync(`${DOCS_FOLDER}/**/*.md`, { cwd: root }).map((file) =>
    file.split(path.sep).join('/'),
  )
  const files = [...inFolder.sort(startPageFirst), ...Object.keys(OTHER_DOCUMENTS)]
  return files.map((file) => ({
    file,
    address: addressOf(file),
    text: markdownOf(file, readFileSync(path.join(root, file), 'utf8')),
  }))
}

const START = `${DOCS_FOLDER}/README.md`
const startPageFirst = (a: string, b: string) =>
  Number(b === START) - Number(a === START) || a.localeCompare(b, 'en')

/** 'docs/decisions/README.md' is the page of its folder, '/docs/decisions'. */
function addressOf(file: string): string {
  const other = OTHER_DOCUMENTS[file]
  const name = other ?? file.slice(DOCS_FOLDER.length + 1).replace(/(?:^|\/)README\.md$|\.md$/, '')
  return name === '' ? DOCS : `${DOCS}/${name.toLowerCase()}`
}

/** A text without an ending, which the licence is: its first line is its heading. */
const markdownOf = (file: string, text: string) => (file.endsWith('.md') ? text : `# ${text}`)
