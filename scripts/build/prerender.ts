import { rm } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'
import type { Clinic } from '../../domain/clinic.ts'
import type { Prerendered, PrerenderedStart, PrerenderedVisit } from '../../src/app/prerendered.ts'
import type { LanguagePage } from '../../sw/in-language.ts'
import { bakedIn } from './baked-in.ts'
import { earlyScript } from './early.ts'
import { type Page, pageOf } from './page.ts'
import { descriptionOf, shortName, webManifest } from './web-manifest.ts'
import { idOf } from './who-needs.ts'

/** No fact of it is in a page but its name, and how it is reached without JavaScript. */
type PrerenderedClinic = Pick<Clinic, 'name' | 'locations'>
type PrerenderModule = {
  prerenderBooking: (clinic: Pick<Clinic, 'locations'>) => Promise<Prerendered>
  prerenderStart: () => Promise<PrerenderedStart>
  prerenderVisit: () => Promise<PrerenderedVisit>
}

// In another language the app must load first (public/early.js); without it this page is better than nothing.
const WAITING =
  '[data-waits] #root{visibility:hidden;animation:come-all-the-same 0s 10s forwards}' +
  '@keyframes come-all-the-same{to{visibility:visible}}'

const MANIFEST = /<link rel="manifest"[^>]*>/
/**
 * Writes the pages in place of Vite's two: booking in each language, the page of an appointment, and the page of all
 * other addresses, with the frame that is shown until the app has loaded.
 */
export function prerender(clinic: PrerenderedClinic): Plugin {
  let folder = ''
  return {
    name: 'enamel-prerender',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    configResolved: ({ root, build: { outDir } }) => {
      folder = path.resolve(root, outDir)
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        await withRenderer(folder, (renderer) =>
          writePages(clinic, renderer, bundle, (file) => void this.emitFile(file)),
        )
      },
    },
  }
}

async function writePages(
  clinic: PrerenderedClinic,
  { prerenderBooking, prerenderStart, prerenderVisit }: PrerenderModule,
  bundle: Rolldown.OutputBundle,
  emit: (file: Rolldown.EmittedAsset) => void,
): Promise<void> {
  const write = (fileName: string, source: string) => emit({ type: 'asset', fileName, source })
  const template = htmlOf('index.html', bundle)
  const early = await earlyScript('early.js')
  const head = {
    title: clinic.name,
    description: descriptionOf(clinic),
    shortName: shortName(clinic.name),
    early: [early],
  }

  const { languages, ...english } = await prerenderBooking(clinic)
  const booking: Omit<Page, 'root'> = {
    ...head,
    css: english.baseCss + english.css + WAITING + english.afterRootCss,
    emotionIds: english.emotionIds,
  }
  const writeBooking = (
    fileName: string,
    { title, html, withoutScript }: Pick<Prerendered, 'title' | 'html' | 'withoutScript'>,
    lang = 'en',
  ) => {
    const texts =
      lang === 'en' ? [] : ['booking', 'common'].map((name) => `src/i18n/locales/${lang}/${name}.json`)
    const preload = filesOf(texts, bundle)
    const afterRoot = english.afterRoot + withoutScript
    write(fileName, pageOf(template, { ...booking, title, root: html, afterRoot, preload, lang }))
  }
  writeBooking('book-appointment.html', english)
  for (const [iso, page] of Object.entries(languages)) {
    writeBooking(`book-appointment.${iso}.html`, page, iso)
    const kept: LanguagePage = { title: page.title, html: page.html }
    emit({ type: 'asset', name: `page-${iso}.json`, source: JSON.stringify(kept) })
  }

  const start = await prerenderStart()
  // The frame is painted at once, also where the browser reads the page in pieces. The staff manifest is declared, and
  // named once the page has loaded (src/ui/install/staff-manifest.ts), since Chromium reads it before the first paint.
  const ofStaff = [
    '<link rel="expect" href="#start" blocking="render">',
    `<meta name="staff-pages" content="${start.staffPaths.join(' ')}">`,
    '<link rel="manifest" data-href="/staff.webmanifest">',
  ]
  const shell = pageOf(template.replace(MANIFEST, ''), {
    ...head,
    css: english.baseCss + start.css,
    early: [early, await earlyScript('early-staff.js')],
    head: ofStaff.join(''),
    afterRoot: start.html,
  })
  htmlOf('index.html', bundle, shell)
  write('staff.webmanifest', JSON.stringify(webManifest(clinic, 'staff')))
  // Nothing of it is cached or installed.
  const { title, html, css } = await prerenderVisit()
  const visit = pageOf(htmlOf('visit.html', bundle).replace(MANIFEST, ''), {
    ...head,
    title: `${title} | ${clinic.name}`,
    css: english.baseCss + css + english.afterRootCss,
    early: [early, await earlyScript('early-visit.js')],
    head: `<link rel="preload" as="fetch" crossorigin href="${bakedIn(process.env).apiBaseUrl}/clinic">`,
    isAppUrgent: true,
    root: html,
    afterRoot: english.afterRoot + english.withoutScript,
  })
  htmlOf('visit.html', bundle, visit)
}

/** Builds what renders the pages, and throws it away when they are rendered. */
async function withRenderer(folder: string, work: (renderer: PrerenderModule) => Promise<void>) {
  const outDir = path.join(folder, '..', `.prerender-${process.pid}`)
  const entry = { ssr: 'src/app/prerender.tsx', copyPublicDir: false, chunkImportMap: false }
  try {
    await build({ logLevel: 'warn', build: { ...entry, outDir, emptyOutDir: true } })
    await work(await import(pathToFileURL(path.join(outDir, 'prerender.js')).href))
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

/** The text of a page in the bundle. @param source its new text */
function htmlOf(fileName: string, bundle: Rolldown.OutputBundle, source?: string): string {
  const asset = bundle[fileName]
  if (asset?.type !== 'asset') throw new Error(`Vite wrote no ${fileName}.`)
  if (source !== undefined) asset.source = source
  return String(asset.source)
}

/** The files that sources are in. */
function filesOf(sources: readonly string[], bundle: Rolldown.OutputBundle): string[] {
  const holds = (ids: readonly string[]) => sources.some((source) => ids.includes(idOf(source)))
  return Object.values(bundle).flatMap((each) =>
    each.type === 'chunk' && holds(each.moduleIds) ? [each.fileName] : [],
  )
}
