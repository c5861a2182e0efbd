import { solveProofsBy } from '../../http/call-with-proof.ts'
import { loadTexts } from '../../i18n/i18n.ts'

/* Proofs are seldom asked for: what finds them, and what is said meanwhile, comes when one is. */
solveProofsBy(async () => {
  const [{ solve }] = await Promise.all([import('./solve.ts'), loadTexts('verify')])
  return solve
})
