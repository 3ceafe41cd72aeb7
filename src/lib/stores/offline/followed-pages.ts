/** Pages for offline reading (docs/offline.md): read ones, and those of followed policies. */
import { ask } from '../../api/ask.ts'
import { OFFLINE_PATH, openPages } from '../../browser/offline/pages.ts'
import { whenIdle } from '../../browser/when-idle.ts'
import { listPlatformPolicies } from '../../contract/policies/platform-policy.ts'
import { DAY_MS } from '../../rules/time/durations.ts'
import { $isOperator, $owner, $person } from '../session.ts'
import { closeAll, keptOwner, pagesClosed } from './owner.ts'

/** Pages of a list: the twenty last followed, an interpretation and an original each. */
const LISTS = [1, 2]

export function followOwner(): void {
  $person.subscribe((person) => person && whenIdle(() => keepPages()))
  // All tabs receive it, including the sender; the visible one asks.
  new BroadcastChannel('follows').addEventListener('message', () => {
    if (document.visibilityState === 'visible') keepPages(true)
  })
}

/** @param isAnew the follows have changed */
async function keepPages(isAnew = false): Promise<void> {
  const of = $owner.get()
  if (of === null || $isOperator.get()) return
  await pagesClosed()
  const { at = 0 } = keptOwner.read() ?? {}
  const isDue = isAnew || at < Date.now() - DAY_MS
  const areKept = await sendToWorker(isDue).then(
    () => true,
    // A browser without workers, a server that allows none, or offline.
    () => false,
  )
  // A logout meanwhile has deleted the earlier pages.
  if ($owner.get() !== of) closeAll()
  else if (areKept && isDue) keptOwner.keep({ of, at: Date.now() })
}

async function sendToWorker(isDue: boolean): Promise<void> {
  const { active } = await openPages()
  if (isDue) active?.postMessage([OFFLINE_PATH, ...(isSaving() ? [] : await followedPages())])
}

async function followedPages(): Promise<string[]> {
  const lists = await Promise.all(
    LISTS.map((page) => ask(listPlatformPolicies, { query: { type: 'followed', page } })),
  )
  return lists
    .flatMap(({ result }) => result.items)
    .flatMap(({ item_id, platform_policy_id }) => [
      ...(item_id === null ? [] : [`/pmanagement/${item_id}`]),
      ...(platform_policy_id === null ? [] : [`/review/${platform_policy_id}`]),
    ])
}

/** 省流量: these pages are not urgent. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
