/** A check's result and advice. Never contains secrets or patient data. */
export type Finding = {
  /** The subject, in a word or two. */
  about: string
  state: 'ok' | 'warning' | 'wrong'
  says: string
  advice?: string
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says })
export const warning = (about: string, says: string, advice: string): Finding => ({
  about,
  state: 'warning',
  says,
  advice,
})
export const wrong = (about: string, says: string, advice: string): Finding => ({
  about,
  state: 'wrong',
  says,
  advice,
})

export function line({ about, state, says, advice }: Finding): string {
  return `${state.padEnd(9)}${about.padEnd(14)}${says}${advice ? ` ${advice}` : ''}`
}

/** Turns an unexpected failure of a check into a finding. */
export async function tried(about: string, check: () => Promise<Finding[]> | Finding[]): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    // Codes and names only: driver messages may repeat values of the query.
    const { code, name } = error as Error & { code?: string }
    return [wrong(about, `This could not be looked at (${code ?? name}).`, 'See the log of the server.')]
  }
}

/** '3 minutes', '2 days'. */
export function ago(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.round((to.getTime() - from.getTime()) / 60_000))
  if (minutes < 120) return `${minutes} minute${minutes === 1 ? '' : 's'}`
  const hours = Math.round(minutes / 60)
  return hours < 72 ? `${hours} hours` : `${Math.round(hours / 24)} days`
}
