import { base64Url } from '../../../seal/format.ts'
import { setDeviceKey } from '../../api/devices.ts'
import { tabletKey } from '../../device/tablet/tablet-key.ts'
import { changeTablet, readTablet } from '../../device/tablet/tablet-record.ts'

/**
 * Tells the server the public half of this tablet's key, by whoever is signed in, so that it seals what the tablet
 * fetches by itself: once for each key, also on a tablet that was set up before the server asked for one.
 * @throws ApiError, when the server is away or they may not: it is told with the next session
 */
export async function tellKey(): Promise<void> {
  const record = await readTablet()
  const key = await tabletKey()
  if (record?.state !== 'set_up' || !key || record.toldKeyId === key.id) return
  const { id } = record.device
  await setDeviceKey(id, base64Url(key.publicKey))
  await changeTablet((now) =>
    now.state === 'set_up' && now.device.id === id ? { ...now, toldKeyId: key.id } : null,
  )
}
