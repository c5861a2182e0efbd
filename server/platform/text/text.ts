import { ownValue } from '../../../domain/own.ts'

// Control characters, line and paragraph separators, and direction overrides.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/**
 * Makes a text one line: line breaks, control characters and direction overrides become spaces. The wire
 * refuses them already (contract/fields.ts); names from other sources must not affect a mail's layout.
 */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(UNPRINTABLE, ' ').replace(/ {2,}/g, ' ').trim()
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes for HTML content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ownValue(ENTITIES, character) ?? character)
}
