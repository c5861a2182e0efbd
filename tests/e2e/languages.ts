import { expect, type Page } from '@playwright/test'
import { isoLanguage, type LanguageCode } from '../../domain/languages.ts'

/** Changes the language of the page, as happens when somebody chooses another one in another tab. */
export async function speak(page: Page, language: LanguageCode): Promise<void> {
  const event = JSON.stringify({ key: 'I18N_LANGUAGE', newValue: language })
  await page.evaluate(`localStorage.setItem('I18N_LANGUAGE', '${language}')
    dispatchEvent(new StorageEvent('storage', ${event}))`)
  await expect(page.locator('html')).toHaveAttribute('lang', isoLanguage(language))
}
