import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { Component, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { newVersionAtom } from '../device/new-version-atom.ts'
import { takeNewVersion } from '../device/worker.ts'
import { paths } from '../paths.ts'
import { PublicFrame } from './public-frame.tsx'

const Failure = styled('div')({ display: 'grid', gap: 16, justifyItems: 'start' })

type Props = { children: ReactNode }

/** Catches unexpected errors, failed chunks included, and offers to reload the page or go home. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <FailurePage /> : this.props.children
  }
}

function FailurePage() {
  const { t } = useTranslation()
  const isReplaced = useAtomValue(newVersionAtom) !== 'none'
  return (
    // Outside of the router, which may have failed: a link that needs it would fail endlessly.
    <PublicFrame linksForStaff={false}>
      <Failure role="alert">
        <h1>{t('failure.title')}</h1>
        <p>{t(isReplaced ? 'failure.newVersion' : 'failure.text')}</p>
        <Button variant="contained" onClick={() => (isReplaced ? takeNewVersion() : location.reload())}>
          {t('failure.reload')}
        </Button>
        <a href={paths.home()}>{t('failure.home')}</a>
      </Failure>
    </PublicFrame>
  )
}
