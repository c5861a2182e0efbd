import type { CSSProperties } from 'react'
import type { Span } from './spans.ts'

type Places = Partial<Record<`--${string}`, string | number>>

/** Custom properties of an element, which the browser sets through the CSSOM. */
export const place = (places: Places): CSSProperties => places as CSSProperties

export const placeOf = ({ from, to }: Span): CSSProperties => place({ '--from': from, '--to': to })
