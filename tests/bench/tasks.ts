import type { Page } from 'playwright'

interface TraceEvent {
  name: string
  pid: number
  tid: number
  tdur?: number
  args: { name?: string }
}

const CATEGORIES = ['toplevel', '__metadata']

export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const finished = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()))
  await session.send('Tracing.start', { traceConfig: { includedCategories: CATEGORIES } })
  await work()
  await session.send('Tracing.end')
  await finished
  await session.detach()
  const mains = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}/${tid}`),
  )
  const tasks = events.filter(({ name, pid, tid }) => /RunTask$/.test(name) && mains.has(`${pid}/${tid}`))
  if (tasks.length === 0) throw new Error('the trace names no task')
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000
}
