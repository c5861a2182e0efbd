import type { Logger } from 'pino'

/** What the embedded database says about itself while it starts and runs. */
export type StartLog = Pick<Logger, 'info' | 'warn' | 'error'>
