import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DOCS_FOLDER } from '../../../build/documents.ts'
import { DOCS } from '../../../contract/docs-address.ts'
import { readDocuments } from './documents.ts'
import { colours, framed, NOT_FOUND, STYLES } from './frame.ts'
import { renderDocuments } from './render.ts'

/** Folder beside the documents, and below their address. */
export const PICTURES = 'images'

/**
 * The documentation by its addresses: each page as HTML, and the style sheet. Pictures are in the documents' folder.
 * @throws Error when a link or a picture leads nowhere
 */
export async function renderedDocs(root: string, clinicName: string): Promise<ReadonlyMap<string, string>> {
  const pages = renderDocuments(readDocuments(root), (file) => existsSync(path.join(root, file)))
  const styles = await readFile(path.join(root, 'scripts/build/docs/docs.css'), 'utf8')
  return new Map([
    ...[...pages, NOT_FOUND].map((page) => [page.address, framed(page, { clinicName, pages })] as const),
    [STYLES, `${colours()}\n${styles}`],
  ])
}

/**
 * Writes the project's documentation as plain pages without a script of their own: /docs/operations becomes
 * docs/operations.html in the served folder (server/operations/web/web-app.ts).
 * @throws Error when a link or a picture leads nowhere
 */
export async function writeDocs(root: string, client: string, clinicName: string): Promise<void> {
  for (const [address, text] of await renderedDocs(root, clinicName)) {
    const file = path.join(client, address === STYLES ? address : `${address}.html`)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  await cp(path.join(root, DOCS_FOLDER, PICTURES), path.join(client, DOCS, PICTURES), { recursive: true })
}
