import type { Clinic } from '../../domain/clinic.ts'
import { clinicName } from '../build.ts'
import { isoLanguage, type LanguageCode } from '../i18n/languages.ts'
import { PhoneLink } from '../ui/contact-links.tsx'
import { openOn } from '../ui/open-on.ts'

type Props = { clinic: Pick<Clinic, 'locations'>; language: LanguageCode; text: string }

/**
 * What a visit without JavaScript sees of the booking page: how to reach the clinic, in plain elements.
 * @param text why there is nothing else
 */
export function WithoutScript({ clinic, language, text }: Props) {
  const iso = isoLanguage(language)
  return (
    <noscript>
      <main className="without-script">
        <h1>{clinicName}</h1>
        <p>{text}</p>
        {clinic.locations.map(({ code, name, address, phone, openingHours }) => (
          <section key={code}>
            <h2>{name}</h2>
            <p>{address}</p>
            {phone && (
              <p>
                <PhoneLink phone={phone} />
              </p>
            )}
            {openOn(openingHours, iso).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </section>
        ))}
      </main>
    </noscript>
  )
}

/** Buttons that do nothing are not shown then. */
export const withoutScriptRules =
  '@media (scripting:none){#root{display:none}}.without-script{max-width:720px;margin:auto;padding:16px;display:grid;gap:16px}'
