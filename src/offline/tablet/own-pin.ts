import type { StaffUser } from '../../../contract/auth.ts'
import { joinDevice } from '../../api/devices.ts'
import { newPin, setUpTablet } from '../../device/tablet/registration.ts'
import type { Device } from '../../device/tablet/tablet-record.ts'

/**
 * Gives who is signed in a PIN at this tablet, or another one: the server checks it from then on, and what the tablet
 * keeps for them is sealed under it.
 * @throws RangeError for what is no PIN, ApiError when the server refuses, and what the browser says that refuses its storage
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
