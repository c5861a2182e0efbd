/** `to` is in the form E.164. */
export type Sms = { to: string; text: string }
