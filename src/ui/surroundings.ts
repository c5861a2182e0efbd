import { createContext, type ReactNode } from 'react'

/**
 * Puts a part of a page that is a React root of its own into what the app's root stands in: styles, theme, store. The
 * app provides it.
 */
export type Surround = (part: ReactNode) => ReactNode

export const SurroundContext = createContext<Surround>((part) => part)
