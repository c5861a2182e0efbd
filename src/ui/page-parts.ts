import { styled } from '@mui/material/styles'

/** A page of staff: its parts one below the other. */
export const Page = styled('div')({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 })

/** Heading and what the page is for, no longer than is read at a glance. */
export const Intro = styled('div')({ maxWidth: 720, '& > h1 + p': { marginTop: 8 } })
