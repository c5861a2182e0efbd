import type { StaffUser } from '../../../contract/auth.ts'
import { joinDevice } from '../../api/devices.ts'
import { newPin, setUpTablet } from '../../device/tablet/registration.ts'
import type { Device } from '../../device/tablet/tablet-record.ts'

/**
 * Sets the signed-in person's PIN at this tablet. The server checks it from then on, and the tablet seals their
 * stored pages under it.
 * @throws RangeError for an invalid PIN, ApiError when the server refuses, and the browser's error when it refuses
 * storage
 */
export async function setOwnPin(
  device: Device,
  { id, displayName }: Pick<StaffUser, 'id' | 'displayName'>,
  pin: string,
): Promise<void> {
  const { keys, publicKey, proof } = await newPin(device, pin)
  await joinDevice(device.token, { pin: proof, publicKey })
  await setUpTablet(device, { id, name: displayName }, keys)
}
