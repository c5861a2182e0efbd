/**
 * The day from which on /privacy has said what it says, 'YYYY-MM-DD'. A booking stores it as the text that the patient agreed
 * to, so it changes with the text: `tests/privacy-text.test.ts` compares the two.
 */
export const PRIVACY_TEXT = '2026-11-28'
