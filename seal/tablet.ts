import { get, type UseStore } from 'idb-keyval'
import { openStore } from './open-store.ts'

/** The one entry that says what a reception tablet is (src/device/tablet), in a database of its own. */
export const TABLET_KEY = 'tablet'

let opened: UseStore | undefined
export const tabletStore = (): UseStore => {
  opened ??= openStore('enamel-tablet', 'tablet')
  return opened
}

/** The device's own token. Null: this browser is no reception tablet, or one no more. */
export async function tabletToken(): Promise<string | null> {
  const record = await get<{ state?: unknown; device?: { token?: unknown } }>(TABLET_KEY, tabletStore())
  const token = record?.state === 'set_up' ? record.device?.token : null
  return typeof token === 'string' ? token : null
}
