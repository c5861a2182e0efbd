import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Privacy } from '../../../contract/privacy.ts'
import { fetchPrivacy } from '../../api/privacy.ts'
import { clinicName } from '../../build.ts'
import { messageFor } from '../../http/message-for.ts'
import { Card } from '../../ui/card.tsx'
import { PublicFrame } from '../../ui/public-frame.tsx'

const Text = styled(Card)({
  overflowWrap: 'anywhere',
  '& section': { display: 'grid', gap: 8 },
  '& p, & ul': { margin: 0 },
  '& ul': { paddingInlineStart: 20 },
})

const RIGHTS = ['access', 'correct', 'erase', 'restrict', 'portable', 'complain'] as const

/** /privacy: what becomes of what patients tell. The clinic's facts are the server's, the sentences are here. */
export function PrivacyPage() {
  const { t } = useTranslation('privacy')
  const [privacy, setPrivacy] = useState<Privacy | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const controller = new AbortController()
    setProblem(null)
    fetchPrivacy(controller.signal).then(setPrivacy, (error: unknown) => {
      if (!controller.signal.aborted) setProblem(messageFor(error, t('failed')))
    })
    return () => controller.abort()
  }, [tries, t])

  const kept = (months: number | null) =>
    months === null ? t('kept.noEnd') : t('kept.months', { count: months })
  return (
    <PublicFrame>
      <Text>
        <h1>{t('title')}</h1>
        <p>{t('intro', { clinic: clinicName })}</p>
        {problem !== null && (
          <div role="alert">
            <p>{problem}</p>
            <Button onClick={() => setTries(tries + 1)}>{t('retry')}</Button>
          </div>
        )}
        {privacy && (
          <>
            <section>
              <h2>{t('controller')}</h2>
              <p>{privacy.controller}</p>
              <p>{t('contact', { contact: privacy.contact })}</p>
            </section>
            <section>
              <h2>{t('purposes.title')}</h2>
              <ul>
                <li>{t('purposes.visit')}</li>
                <li>{t('purposes.messages')}</li>
                <li>{t('purposes.abuse')}</li>
              </ul>
              <p>{t('purposes.not')}</p>
            </section>
            <section>
              <h2>{t('kept.title')}</h2>
              <ul>
                <li>{t('kept.visitors', { time: kept(privacy.retention.visitorsMonths) })}</li>
                <li>{t('kept.registered', { time: kept(privacy.retention.registeredMonths) })}</li>
                <li>{t('kept.audit', { time: kept(privacy.retention.auditMonths) })}</li>
              </ul>
            </section>
            <section>
              <h2>{t('rights.title')}</h2>
              <ul>
                {RIGHTS.map((right) => (
                  <li key={right}>{t(`rights.${right}`)}</li>
                ))}
              </ul>
              {privacy.authority && <p>{t('authority', { authority: privacy.authority })}</p>}
            </section>
            <section>
              <h2>{t('processors')}</h2>
              {privacy.processors.length === 0 ? (
                <p>{t('noProcessors')}</p>
              ) : (
                <ul>
                  {privacy.processors.map(({ name, task }) => (
                    <li key={name}>
                      {name}: {task}
                    </li>
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
      </Text>
    </PublicFrame>
  )
}
