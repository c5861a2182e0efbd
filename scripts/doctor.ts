import { examine } from '../server/operations/doctor/doctor.ts'
import { line } from '../server/operations/doctor/finding.ts'

/* `npm run doctor`: lists problems of this setup; with --json for programs. Exit code 1: there are some. */

const findings = await examine(process.env)
if (process.argv.includes('--json')) console.log(JSON.stringify(findings, null, 2))
else for (const finding of findings) console.log(line(finding))
const count = (state: string) => findings.filter((finding) => finding.state === state).length
if (!process.argv.includes('--json')) console.log(`\n${count('wrong')} wrong, ${count('warning')} warnings.`)
process.exitCode = count('wrong') > 0 ? 1 : 0
