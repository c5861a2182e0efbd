import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { DOCS_FOLDER } from '../../../build/documents.ts'
import { DOCS } from '../../../contract/docs-address.ts'
import { readDocuments } from './documents.ts'
import { colours, framed, NOT_FOUND, STYLES } from './frame.ts'
import { renderDocuments } from './render.ts'

const PICTURES = 'images'

/**
 * Writes the project's documentation as plain pages without a script of their own: /docs/operations becomes
 * docs/operations.html in the folder of what is served (server/web/web-app.ts).
 * @throws Error when a link or a picture leads nowhere
 */
export async function writeDocs(root: string, client: string, clinicName: string): Promise<void> {
  const pages = renderDocuments(readDocuments(root), (file) => existsSync(path.join(root, file)))
  const write = async (address: string, text: string) => {
    const file = path.join(client, address)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  for (const page of [...pages, NOT_FOUND]) {
    await write(`${page.address}.html`, framed(page, { clinicName, pages }))
  }
  await write(STYLES, `${colours()}\n${await readFile(new URL('docs.css', import.meta.url), 'utf8')}`)
  await cp(path.join(root, DOCS_FOLDER, PICTURES), path.join(client, DOCS, PICTURES), { recursive: true })
}
