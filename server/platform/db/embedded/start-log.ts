import type { Logger } from 'pino'

export type StartLog = Pick<Logger, 'info' | 'warn' | 'error'>
