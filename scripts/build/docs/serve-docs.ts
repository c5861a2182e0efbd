import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import path from 'node:path'
import type { Plugin } from 'vite'
import { DOCS_FOLDER } from '../../../build/documents.ts'
import { DOCS, isDocs } from '../../../contract/docs-address.ts'
import { NOT_FOUND, STYLES } from './frame.ts'
import { PICTURES, renderedDocs } from './write-docs.ts'

const TYPES: Record<string, string> = { '.png': 'image/png', '.svg': 'image/svg+xml' }

/** The documentation while developing, rendered at each call: a reload shows the current text. */
export function serveDocs(root: string, clinicName: string): Plugin {
  return {
    name: 'enamel-serve-docs',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        if (!isDocs(pathname)) return next()
        answer(pathname, response).catch((error: Error) => send(response, 500, 'text/plain', error.message))
      })
    },
  }

  async function answer(pathname: string, response: ServerResponse): Promise<void> {
    const name = path.posix.basename(pathname)
    const type = TYPES[path.extname(name)]
    if (type && pathname === `${DOCS}/${PICTURES}/${name}`) {
      const picture = await readFile(path.join(root, DOCS_FOLDER, PICTURES, name)).catch(() => null)
      return picture ? send(response, 200, type, picture) : send(response, 404, 'text/plain', 'Not found')
    }
    const pages = await renderedDocs(root, clinicName)
    const address = pathname.replace(/\/+$/, '').toLowerCase()
    const found = pages.get(address)
    if (address === STYLES) return send(response, 200, 'text/css', found ?? '')
    send(response, found ? 200 : 404, 'text/html; charset=utf-8', found ?? pages.get(NOT_FOUND.address) ?? '')
  }
}

function send(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
}
