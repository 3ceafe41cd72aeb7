/**
 * Two tabs write while the network loses a fifth of all requests, and are reloaded again and again: nothing is lost
 * or doubled, and the order is the same for everybody. `npm run torture` does it 10,000 times (`CHAT_SENDS`,
 * `CHAT_SEED`).
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { seededRandom } from '../torture/random.ts'
import type { Fault } from '../torture/uploads/fault-proxy.ts'
import { type ChatLab, openChatLab, type Tab } from './support/chat-lab.ts'
import { until } from './support/visitor.ts'

const SENDS = Number(process.env['CHAT_SENDS'] ?? 300)
const SEED = Number(process.env['CHAT_SEED'] ?? 8)
const FAULTY = 0.2
/** Share of sends that are followed by a reload of a tab, or by an answer. */
const RELOADED = 0.02
const ANSWERED = 0.05
/** Limit of unsent messages. */
const MOST_WAITING = 10

let lab: ChatLab
beforeEach(async () => {
  lab = await openChatLab()
})
afterEach(() => lab.close())

test(`${SENDS} messages from two tabs over a faulty network, seed ${SEED}`, {
  timeout: SENDS * 400,
}, async () => {
  const random = seededRandom(SEED)
  const tabs: Tab[] = [await lab.openTab(), await lab.openTab()]
  const written: string[] = []
  const answers: string[] = []
  let faults = 0
  lab.proxy.choose = ({ method }) => {
    if (random() >= FAULTY) return undefined
    faults += 1
    return anyFault(method, random())
  }
  for (let turn = 1; turn <= SENDS; turn++) {
    const place = random() < 0.5 ? 0 : 1
    const tab = tabs[place] as Tab
    await until(tab.$unsent, ({ length }) => length < MOST_WAITING)
    const text = `第 ${turn} 条`
    expect(await tab.say(text)).toBeUndefined()
    written.push(text)
    if (turn > 10 && random() < ANSWERED) {
      const answer = `对第 ${turn} 条的答复`
      await lab.answer(answer)
      answers.push(answer)
    }
    if (random() < RELOADED) {
      tab.leave()
      tabs[place] = await lab.openTab()
    }
  }
  for (const tab of tabs) await until(tab.$unsent, ({ length }) => length === 0)
  lab.proxy.choose = () => undefined
  const said = await lab.said()
  expect(said.filter((text) => !answers.includes(text))).toEqual(written)
  expect(said.filter((text) => answers.includes(text))).toEqual(answers)
  for (const tab of tabs) {
    await tab.chatDialogue.refresh()
    for (let page = 0; page < said.length / 100; page++) await tab.chatDialogue.loadOlder()
    expect(tab.texts()).toEqual(said)
  }
  expect(faults).toBeGreaterThan(SENDS * FAULTY * 0.8)
})

function anyFault(method: string, chance: number): Fault {
  if (chance < 0.4) return { kind: 'lose answer' }
  if (chance < 0.7 && method === 'POST') return { kind: 'cut', afterBytes: 20 }
  return { kind: 'answer', status: 503, code: 'Busy' }
}
