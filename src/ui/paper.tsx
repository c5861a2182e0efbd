import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** Black on white in every mode. */
const Sheet = styled('div')({
  display: 'none',
  colorScheme: 'only light',
  color: 'CanvasText',
  backgroundColor: 'Canvas',
  '& h2': { fontSize: '14pt' },
})

const printedAlone = (body: string, sheet: string) =>
  ({
    // On the paper that the printer has, A4 or Letter.
    '@page': { size: 'portrait', margin: '12mm 10mm' },
    '@media print': {
      [`${body} > :not(${sheet})`]: { display: 'none !important' },
      [`${body} > ${sheet}`]: { display: 'block !important' },
      'html, body': { colorScheme: 'only light', background: 'Canvas !important' },
    },
  }) as const

const OF_PAGE = printedAlone('body', '[data-paper]')
// More specific, since a page that renders its sheet at 'beforeprint' puts its rules after those of an open dialog.
const OF_DIALOG = printedAlone('html body', '[data-paper=dialog]')

type Props = {
  className?: string
  /** Paper of a dialog: replaces that of the page behind it. */
  isOfDialog?: boolean
  children: ReactNode
}

/**
 * The only printed part. Outside of the app, since tables in its grids do not repeat heads on the next page.
 */
export function Paper({ className, isOfDialog = false, children }: Props) {
  return createPortal(
    <Sheet className={className} data-paper={isOfDialog ? 'dialog' : 'page'}>
      <GlobalStyles styles={isOfDialog ? OF_DIALOG : OF_PAGE} />
      {children}
    </Sheet>,
    document.body,
  )
}
