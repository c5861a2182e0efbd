import { tabStorage } from './session-storage.ts'
import { PATIENT_TOKEN_KEY } from './stored-token.ts'

/**
 * The bearer of a verified patient, beside the staff session and never in its place (specification, section 3). It ends with
 * the tab, and on the server half an hour after the code.
 */
export const patientToken = {
  read: () => tabStorage.read(PATIENT_TOKEN_KEY) || null,
  keep: (token: string) => tabStorage.write(PATIENT_TOKEN_KEY, token),
  forget: () => tabStorage.remove(PATIENT_TOKEN_KEY),
}
