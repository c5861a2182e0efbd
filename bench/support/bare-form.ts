import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { root } from '../../build/build-info.ts'

/** In the repository, so that React is found as the app finds it. */
const FOLDER = path.join(root, 'node_modules/.cache/enamel-bare-form')

const FORM = `import { createElement as h, useEffect, useState } from 'react'
const FIELDS = [
  ['firstName', 'First Name', 'text'], ['lastName', 'Last Name', 'text'], ['age', 'Age', 'number'],
  ['email', 'Email', 'email'], ['phoneNumber', 'Phone Number', 'tel'],
]
export function Page() {
  const [step, setStep] = useState(1)
  const [form, setForm] = useState({ nationality: 'nigeria', location: 'fct' })
  const field = (name) => ({ name, value: form[name] ?? '', onChange: ({ target }) => setForm({ ...form, [name]: target.value }) })
  useEffect(() => { performance.mark('hydrated') }, [])
  if (step === 1)
    return h('main', null, h('h1', null, 'Book Appointment'), h('h2', null, 'Have you registered with the clinic?'),
      h('button', null, 'Yes'), h('button', { id: 'no', onClick: () => setStep(2) }, 'No'))
  return h('main', null, h('h1', null, 'Book Appointment'), h('h2', null, 'Personal Information'),
    h('form', null,
      FIELDS.map(([name, label, type]) => h('label', { key: name }, label, h('input', { type, ...field(name) }))),
      ['female', 'male', 'other'].map((gender) => h('label', { key: gender }, gender,
        h('input', { type: 'radio', name: 'gender', checked: form.gender === gender, onChange: () => setForm({ ...form, gender }) }))),
      h('label', null, 'Nationality', h('select', field('nationality'), h('option', { value: 'nigeria' }, 'Nigeria'))),
      h('label', null, 'Location', h('select', field('location'), h('option', { value: 'fct' }, 'Abuja'))),
      h('button', null, 'Next')))
}`
const CLIENT = `import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { Page } from './form.js'
hydrateRoot(document.getElementById('root'), createElement(Page))`

const SERVER = `import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Page } from './form.js'
export const markup = renderToString(createElement(Page))`

/** The same two steps with React alone: no styles, no other library, prerendered and hydrated. Brotli, as ours. */
export async function startBareForm(): Promise<{ url: string; close(): Promise<void> }> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(path.join(FOLDER, 'form.js'), FORM)
  await writeFile(path.join(FOLDER, 'package.json'), '{ "type": "module" }')
  await writeFile(path.join(FOLDER, 'client.js'), CLIENT)
  await writeFile(path.join(FOLDER, 'server.js'), SERVER)
  const outDir = path.join(FOLDER, 'out')
  await build({
    root: FOLDER,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, rolldownOptions: { input: path.join(FOLDER, 'client.js') } },
  })
  const [script = ''] = (await readdir(path.join(outDir, 'assets'))).filter((name) => name.endsWith('.js'))
  const { markup } = await import(pathToFileURL(path.join(FOLDER, 'server.js')).href)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Bare</title><link rel="icon" href="data:,"><script type="module" src="/bare.js"></script>
<div id="root">${markup}</div>`
  const answers: Record<string, [type: string, body: Buffer]> = {
    '/': ['text/html', brotliCompressSync(html)],
    '/bare.js': ['text/javascript', brotliCompressSync(await readFile(path.join(outDir, 'assets', script)))],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = answers[url] ?? []
    if (!type) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'br' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await rm(FOLDER, { recursive: true, force: true })
    },
  }
}
