import { readFile } from 'node:fs/promises'
import type { ChunkStats } from './chunk-stats.ts'

/**
 * Takes the theme's variables that no chunk mentions out of the styles: MUI writes those of all its components,
 * in both schemes, and a phone would read some 200 of them for nothing before the first paint.
 * Measured on 22 November 2026: each of the two pages is 9.0 KB smaller by it (0.74 KB brotli), and every device,
 * which keeps both, holds 743 KB where 761 would break the limit of 750 (scripts/budget.ts).
 * @param sources of every module that may use one, as text
 */
export function dropUnusedVariables(css: string, sources: readonly string[]): string {
  const verdicts = new Map<string, boolean>()
  const isUsed = (component: string) => {
    const known = verdicts.get(component)
    if (known !== undefined) return known
    const mention = new RegExp(`palette\\??\\.${component}\\b`)
    const used = sources.some((source) => mention.test(source))
    verdicts.set(component, used)
    return used
  }
  // Whole fonts as one value, besides the sizes and weights that MUI's components use.
  const usesFonts = sources.some((source) => /\bvars\??\.font\b|--mui-font-/.test(source))
  const withFonts = usesFonts ? css : css.replace(/--mui-font-\w+:[^;{}]*;/g, '')
  // Variables of one component have its name, with a capital, where others have their colour's.
  return withFonts.replace(
    /--mui-palette-([A-Z][A-Za-z]+)-\w+:[^;{}]*;/g,
    (declaration, component: string) => (isUsed(component) ? declaration : ''),
  )
}

/** The sources of everything in the chunks, but for the one that declares the variables. */
export async function sourcesIn(stats: ChunkStats): Promise<string[]> {
  const ids = new Set(Object.values(stats).flatMap(({ modules }) => modules.map(({ id }) => id)))
  const files = [...ids].filter((id) => !id.startsWith('\0') && !/createThemeWithVars\.m?js$/.test(id))
  return Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
}
