import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'

export const ADDRESS = '127.0.0.1'

/** The port of the last start, so that tools connected to the database find it again. */
export async function rememberedPort(folder: string): Promise<number | undefined> {
  const port = Number(await readFile(portFile(folder), 'utf8').catch(() => ''))
  return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
}

export async function rememberPort(folder: string, port: number): Promise<void> {
  await writeFile(portFile(folder), `${port}\n`)
}

/** Another program may still take the port first. */
export async function isFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== undefined
}

export async function freePort(): Promise<number> {
  const port = await listenOnce(0)
  if (port === undefined) throw new Error(`no free port on ${ADDRESS}`)
  return port
}

const portFile = (folder: string) => path.join(folder, 'port')

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, ADDRESS, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
