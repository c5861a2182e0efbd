/** What browsers with Trusted Types have (W3C, 'Trusted Types'); what a policy makes goes where its text would go. */
interface Window {
  readonly trustedTypes?: {
    createPolicy<
      Rules extends Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>,
    >(name: string, rules: Rules): { [Name in keyof Rules]: (text: string) => string }
  }
}
