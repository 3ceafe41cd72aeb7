/** Answers for whatever watches the process: no session, and a line in the log only when something has changed. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { answerJson } from '../http/answer.ts'
import type { App, Services } from '../http/types.ts'
import { describeError } from '../log.ts'
import { FINE, lookAtParts } from '../readiness.ts'

/** The envelope has one code for faults; balancers look at the status. */
const UNAVAILABLE = 503

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, with words on each part in `checks`; 503 when it
 * cannot, or is about to stop.
 */
export function addHealthRoutes(app: App): void {
  const check = sharedCheck()
  app.get('/healthz', (context) => answerJson(context, { code: CODES.ok }))
  app.get('/readyz', async (context) => {
    const { services } = context.var
    const checks = await check(services)
    const message = problemOf(services, checks)
    if (message === undefined) return answerJson(context, { code: CODES.ok, checks })
    return answerJson(context, { code: CODES.fault, message, checks }, UNAVAILABLE)
  })
}

function problemOf(services: Services, checks: Record<string, string>): string | undefined {
  if (services.isStopping()) return '服务正在停止'
  return Object.values(checks).every((words) => words === FINE) ? undefined : '服务还不能使用'
}

/** Probes that come at once share one look, so that nobody can make us busy with it. */
function sharedCheck(): (services: Services) => Promise<Record<string, string>> {
  let running: Promise<Record<string, string>> | undefined
  let known = JSON.stringify({ database: FINE, files: FINE })
  const check = async (services: Services) => {
    const looks = Object.entries(await lookAtParts(services))
    const checks = Object.fromEntries(looks.map(([part, { words }]) => [part, words]))
    const news = JSON.stringify(checks)
    if (news !== known) {
      const errors = looks.flatMap(([, { error }]) => (error === undefined ? [] : describeError(error).error))
      services.log({ level: errors.length > 0 ? 'error' : 'info', event: 'readiness', checks, errors })
    }
    known = news
    return checks
  }
  return (services) => {
    running ??= check(services).finally(() => {
      running = undefined
    })
    return running
  }
}
