/** A property of a calendar file (RFC 5545), its text unchanged. */
export type IcsProperty = { name: string; params: ReadonlyMap<string, string>; value: string }

const NAME = /^([\w-]+)[;:]/
const VALUE = '(?:"[^"]*"|[^";:,]*)'
const PROPERTY = new RegExp(`^([\\w-]+)((?:;[\\w-]+=${VALUE}(?:,${VALUE})*)*):(.*)$`, 's')
const PARAM = /;([\w-]+)=("[^"]*"|(?:[^";:]|"[^"]*")*)/g

/** The name of the property in an unfolded line, in capitals; null: the line is no property. */
export const nameIn = (line: string): string | null => NAME.exec(line)?.[1]?.toUpperCase() ?? null

/** Reads an unfolded line. @returns null when it is no property */
export function readProperty(line: string): IcsProperty | null {
  const [, name, params = '', value = ''] = PROPERTY.exec(line) ?? []
  if (name === undefined) return null
  const read = [...params.matchAll(PARAM)].map(([, key = '', text = '']): [string, string] => [
    key.toUpperCase(),
    text.replaceAll('"', ''),
  ])
  return { name: name.toUpperCase(), params: new Map(read), value }
}

/** A property's text without the signs that protect others in it. */
export const textOf = (value: string): string =>
  value.replace(/\\([nN\\,;])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign))
