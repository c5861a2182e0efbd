import GlobalStyles from '@mui/material/GlobalStyles'
import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { AskedRequest } from '../../offline/asked/request.ts'
import { useInstants } from '../use-instants.ts'
import { askedNumber, useWish } from './asked-words.ts'

/** It is printed alone, above whatever else the page would print. */
const PAPER = {
  '@media print': {
    'body > :not([data-asked-sheet])': { display: 'none !important' },
    'body > [data-asked-sheet]': { display: 'block !important' },
    'html, body': { colorScheme: 'only light', background: 'Canvas !important' },
  },
} as const

const Sheet = styled('div')({
  display: 'none',
  color: 'CanvasText',
  backgroundColor: 'Canvas',
  fontSize: '11pt',
  '& h2': { fontSize: '14pt' },
  '& table': { width: '100%', borderCollapse: 'collapse', marginTop: '4mm' },
  '& td, & th': { padding: '2mm', textAlign: 'start', verticalAlign: 'top', border: '1px solid' },
})

/** Prints requests. @returns what prints, and what has to be rendered for it */
export function useAskedSheet(requests: readonly AskedRequest[]) {
  const { t } = useTranslation('asked')
  const spoken = useInstants()
  const wish = useWish()
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    print()
    setPrinting(false)
  }, [isPrinting])
  const sheet =
    isPrinting &&
    createPortal(
      // A day's sheets leave alone what is marked as they are.
      <Sheet data-asked-sheet data-day-sheets>
        <GlobalStyles styles={PAPER} />
        <h2>{t('sheet')}</h2>
        <table>
          <tbody>
            {requests.map((each) => (
              <tr key={each.id}>
                <th>{askedNumber(each.number)}</th>
                <td>{each.name}</td>
                <td>{each.phone}</td>
                <td>{wish(each)}</td>
                <td>{t('notedBy', { at: spoken(new Date(each.at).toISOString()), name: each.by.name })}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Sheet>,
      document.body,
    )
  return { print: () => setPrinting(true), sheet }
}
