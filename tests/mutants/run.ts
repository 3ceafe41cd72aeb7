/**
 * Removes conditions of the server's queries and changes the rules, one at a time, and lists what no test notices: `npm run
 * test:mutants -- [--sample 150] [path…]`. Paths in server/ or src/lib/rules/ select the subjects; a sample is drawn from the
 * conditions. Stores its results in .mutants, from which the next run resumes.
 */
import { parseArgs } from 'node:util'
import { tryConditions } from './try-conditions.ts'
import { tryRules } from './try-rules.ts'

const { values: flags, positionals: paths } = parseArgs({
  options: { sample: { type: 'string' } },
  allowPositionals: true,
})
const ofServer = paths.filter((path) => path.startsWith('server'))
const ofRules = paths.filter((path) => !path.startsWith('server'))
const sample = Number(flags.sample ?? Number.POSITIVE_INFINITY)
const conditionsHold =
  ofRules.length === 0 || ofServer.length > 0 ? await tryConditions(ofServer, sample) : true
const rulesHold = ofServer.length === 0 || ofRules.length > 0 ? await tryRules(ofRules) : true
if (!conditionsHold || !rulesHold) process.exitCode = 1
