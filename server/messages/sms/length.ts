/** GSM 03.38 (3GPP TS 23.038), basic table: one septet each. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
    '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Extension table: two septets each, an escape and the character. */
const EXTENSION = new Set('\f^{}\\[~]|€')

/** Capacity of a single message and of a part of several; a part's header takes six or seven units. */
const ROOM = {
  'GSM-7': { alone: 160, part: 153 },
  'UCS-2': { alone: 70, part: 67 },
} as const

export type SmsLength = {
  /** UCS-2 as soon as one character is in neither table of GSM 03.38. */
  alphabet: keyof typeof ROOM
  /** Septets, or UTF-16 units. */
  units: number
  /** Number of messages sent and billed. */
  messages: number
}

/**
 * The length of a text as an SMS. Characters of two units are never split: neither half means anything in a
 * message.
 */
export function smsLength(text: string): SmsLength {
  const signs = [...text]
  const isGsm = signs.every((sign) => BASIC.has(sign) || EXTENSION.has(sign))
  const alphabet = isGsm ? 'GSM-7' : 'UCS-2'
  const costs = signs.map((sign) => (isGsm ? (EXTENSION.has(sign) ? 2 : 1) : sign.length))
  const units = costs.reduce((sum, cost) => sum + cost, 0)
  const { alone, part } = ROOM[alphabet]
  return { alphabet, units, messages: units <= alone ? 1 : partsOf(costs, part) }
}

function partsOf(costs: readonly number[], room: number): number {
  let parts = 1
  let used = 0
  for (const cost of costs) {
    if (used + cost > room) {
      parts += 1
      used = 0
    }
    used += cost
  }
  return parts
}
