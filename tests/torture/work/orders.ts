/** Applications: a draft, then its submission, each step once. */

import { CODES } from '../../../src/lib/contract/envelope.ts'
import {
  changeOrder,
  createOrder,
  getOrder,
  OPEN_ORDERS_PER_ITEM,
} from '../../../src/lib/contract/orders/order.ts'
import { ask, attempt } from '../call.ts'
import { type Person, shared, type Welcome } from '../people.ts'
import type { Check, Work } from './work.ts'

const ORDERS_PER_COMPANY = OPEN_ORDERS_PER_ITEM
/** An item of the test catalogue that is always open. */
const ITEM = 22

interface Application {
  person: Person
  clientId: string
  fields: { contact: string; phone: string }
}

export function orders(welcome: Welcome): Work {
  const company = shared(welcome, ORDERS_PER_COMPANY)
  const unsubmitted = new Set<Application>()
  let applications = 0

  /** Repeating the steps changes nothing. */
  const handIn = async (origin: string, application: Application): Promise<Check> => {
    const { person, clientId, fields } = application
    const visitor = { origin, cookie: person.cookie }
    const companyId = String(person.companyId)
    const { order } = await ask(visitor, createOrder, {
      params: { companyId },
      body: { item_id: ITEM, fields, submit: false, client_id: clientId },
    })
    const params = { companyId, orderId: String(order.id) }
    const body = { action: 'submit', fields, revision: order.revision } as const
    const { code, message } = await attempt(visitor, changeOrder, { params, body })
    // The answer was cut off after the submission.
    const wasSubmitted = code === CODES.conflict && order.state === 'submitted'
    if (code !== CODES.ok && !wasSubmitted) throw new Error(`提交 ${clientId}：${code} ${message}`)
    unsubmitted.delete(application)
    return async (after) => {
      const found = (await ask({ ...visitor, origin: after }, getOrder, { params })).order
      const steps = found.events.map(({ state }) => state).join()
      const contact = 'contact' in found.fields ? found.fields.contact : undefined
      const isWhole =
        found.state === 'submitted' &&
        found.receipt_no !== null &&
        steps === 'draft,submitted' &&
        contact === fields.contact
      return isWhole ? [] : [`申报 ${clientId}：${found.state}，${steps}，${found.receipt_no}，${contact}`]
    }
  }

  return {
    name: '申报',
    act: async (origin) => {
      const person = await company(origin)
      const turn = ++applications
      const fields = { contact: `联系人${turn}`, phone: '13800000009' }
      const application = { person, clientId: `application-${turn}`, fields }
      unsubmitted.add(application)
      return handIn(origin, application)
    },
    resume: async (origin) => {
      const checks: Check[] = []
      for (const application of [...unsubmitted]) checks.push(await handIn(origin, application))
      return checks
    },
  }
}
