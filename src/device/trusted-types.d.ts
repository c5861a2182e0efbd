/** Browsers with Trusted Types have this (W3C, 'Trusted Types'). A policy's result is used in place of its text. */
interface Window {
  readonly trustedTypes?: {
    createPolicy<
      Rules extends Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
    >(name: string, rules: Rules): { [Name in keyof Rules]: (text: string) => string }
  }
}
