import { readFile } from 'node:fs/promises'
import { minifySync } from 'vite'
import { idOf } from './who-needs.ts'

/** A script of public/, as it is written into pages: minified, and by itself. */
export async function earlyScript(name: string): Promise<string> {
  const text = await readFile(idOf(`public/${name}`), 'utf8')
  const { code, errors } = minifySync(name, `(()=>{${text}})()`)
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join(', ')}`)
  return code.trim()
}
