import { styled } from '@mui/material/styles'
import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useRef } from 'react'
import { bookingAtom } from '../state/booking-atom.ts'

const Heading = styled('h2')({ '&:focus': { outline: 'none' } })

type Props = { id?: string; as?: 'h1' | 'h2'; children: ReactNode }

/** The heading of a step. It takes the focus when its step opens, so that a screen reader says where one is. */
export function StepHeading({ id, as = 'h2', children }: Props) {
  const { focus } = useAtomValue(bookingAtom)
  const heading = useRef<HTMLHeadingElement>(null)
  const turn = focus?.on === 'heading' ? focus.turn : 0
  useEffect(() => {
    if (turn === 0) return
    scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [turn])
  return (
    <Heading as={as} id={id} ref={heading} tabIndex={-1}>
      {children}
    </Heading>
  )
}
