import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { VisitState } from './visit-state.ts'

/** 'Confirmed', 'Waiting 21 min': the word of a state, with the minutes where somebody waits or sits. */
export function useStateWords(): (state: VisitState, minutes?: number | null) => string {
  const { t } = useTranslation('appointments')
  return useCallback(
    (state, minutes = null) => {
      if (state === 'arrived' && minutes !== null) return t('visit.waiting', { minutes })
      if (state === 'in_chair' && minutes !== null) return t('visit.inChairFor', { minutes })
      return t(`visit.${state}`)
    },
    [t],
  )
}
