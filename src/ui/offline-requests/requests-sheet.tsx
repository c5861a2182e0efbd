import { styled } from '@mui/material/styles'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OfflineRequest } from '../../offline/requests/request.ts'
import { Paper } from '../paper.tsx'
import { useInstants } from '../use-instants.ts'
import { requestNumber, useWish } from './request-words.ts'

const Sheet = styled(Paper)({
  fontSize: '11pt',
  '& table': { width: '100%', borderCollapse: 'collapse', marginTop: '4mm' },
  '& td, & th': { padding: '2mm', textAlign: 'start', verticalAlign: 'top', border: '1px solid' },
})

/** Prints requests. @returns what prints, and what has to be rendered for it */
export function useRequestsSheet(requests: readonly OfflineRequest[]) {
  const { t } = useTranslation('asked')
  const spoken = useInstants()
  const wish = useWish()
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    print()
    setPrinting(false)
  }, [isPrinting])
  const sheet = isPrinting && (
    <Sheet isOfDialog>
      <h2>{t('sheet')}</h2>
      <table>
        <tbody>
          {requests.map((each) => (
            <tr key={each.id}>
              <th>{requestNumber(each.number)}</th>
              <td>{each.name}</td>
              <td>{each.phone}</td>
              <td>{wish(each)}</td>
              <td>{t('savedBy', { at: spoken(new Date(each.at).toISOString()), name: each.by.name })}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  )
  return { print: () => setPrinting(true), sheet }
}
