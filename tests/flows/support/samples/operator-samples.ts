import { randomUUID } from 'node:crypto'
import { shownDigits } from '../../../../server/testing/authenticator.ts'
import {
  addChat,
  addCorrection,
  addOrder,
  addProfile,
  addReservation,
  ask,
  type Company,
  named,
  openCompany,
  putObject,
} from '../company.ts'
import { type Input, type MakeSample, naming, namingNothing } from '../sample.ts'

const OPERATOR = '/operator/api/v1'
const ACCOUNTS = `${OPERATOR}/operator-accounts`
const FACTOR = '/customer/api/v1/login/factor'
const EXPERT = { name: '专家', title: '顾问', fields: ['高企'], intro: '介绍' }

const plain =
  (input: Input = {}): MakeSample =>
  async () =>
    namingNothing(input)

const about =
  (add: (company: Company, operator: Company) => Promise<number>, body?: object): MakeSample =>
  async (company, operator) =>
    naming({ id: await add(company, operator) }, (params) => ({ params, ...(body && { body }) }))

const submitOrder = (company: Company) => addOrder(company, true)

export const OPERATOR_SAMPLES: Readonly<Record<string, MakeSample>> = {
  listSubmittedOrders: plain(),
  getSubmittedOrder: about(submitOrder),
  changeSubmittedOrder: about(submitOrder, { act: 'take' }),
  listSubmittedAdditional: plain(),
  changeAdditional: about(addProfile, { action: 'approve' }),
  listCorrections: plain(),
  listMissedSearches: plain(),
  makeEditorsLink: plain(),
  listSecurityEvents: plain(),
  settleCorrection: about(addCorrection, { state: 'fixed' }),
  listAllReservations: plain(),
  answerReservation: about(addReservation, { state: 'confirmed' }),
  listConversations: plain(),
  getToday: plain(),
  listRatings: plain(),
  listWaiting: plain(),
  exportList: plain({ query: { list: 'companies' } }),
  listOperatorAccounts: plain(),
  addOperator: async () => namingNothing({ body: { phone: newPhone() } }),
  withdrawOperator: async (_, operator) => namingNothing({ params: { id: await addColleague(operator) } }),
  resetFactor: async (_, operator) => namingNothing({ params: { id: await addColleague(operator) } }),
  beginFactor: async (_, operator) => {
    await dropFactor(operator)
    return namingNothing()
  },
  enterFactor: async (_, operator) => {
    const { secret } = await setUpFactor(operator)
    return namingNothing({ body: { code: shownDigits(secret, operator.portal.clock.ms + 30_000) } })
  },
  changeOperatorName: plain({ body: { name: '王晓燕' } }),
  getOperatorConversation: about(addChat),
  listConversationMessages: about(addChat),
  replyToConversation: about(addChat, { type: 0, detail: '您好', client_id: 'reply-1' }),
  changeConversation: about(addChat, { act: 'snooze', until: null, seq: 1_000_000 }),
  listFeedbackFiles: about(addChat),
  addFeedbackFile: async (company, operator) =>
    about(addChat, named(operator, await putObject(operator)))(company, operator),
  changeFeedbackFile: async (company, operator) =>
    about(addFeedback, named(operator, await putObject(operator)))(company, operator),
  deleteFeedbackFile: about(addFeedback),
  findPolicies: plain(),
  previewMessage: async ({ id }) => namingNothing({ body: { to: { kind: 'company', company_id: id } } }),
  sendOperatorMessage: async ({ id }) =>
    namingNothing({
      body: {
        to: { kind: 'company', company_id: id },
        message: '通知',
        category: 'application',
        client_id: randomUUID(),
      },
    }),
  listCompanies: plain(),
  endCompanySessions: async (_, operator) => {
    const { browser, id } = await openCompany(operator.portal, newPhone(), '')
    if ((await browser.get('/customer/api/v1/login')).body.code !== 200) throw new Error('not logged in')
    return namingNothing({ params: { id } })
  },
  openCompanyChat: async ({ id }) => namingNothing({ params: { id } }),
  getCompanyProfile: async ({ id }) => namingNothing({ params: { id } }),
  listCompanyPolicies: async ({ id }) => namingNothing({ params: { id } }),
  listQuickReplies: plain(),
  changeServiceHours: plain({ body: { hours: null, revision: 0 } }),
  changeQuickReplies: plain({ body: { items: [], revision: 0 } }),
  listOperatorPackages: plain(),
  changePackage: plain({
    params: { level: 1 },
    body: { name: '普通企业', description: '说明', file_storage: 500 },
  }),
  changeCompanyLevel: async ({ id }) => namingNothing({ params: { id }, body: { level: 2 } }),
  listOperatorExperts: plain(),
  saveExpert: plain({ body: EXPERT }),
  listSlots: about(addExpert),
  addSlots: async (company, operator) => about(addExpert, { slots: [slotOf(company)] })(company, operator),
  removeSlot: async (company, operator) => {
    const id = await addExpert(company, operator)
    await ask(operator, 'POST', `${OPERATOR}/experts/${id}/slots`, { slots: [slotOf(company)] })
    const { result } = await ask(operator, 'GET', `${OPERATOR}/experts/${id}/slots`)
    return naming({ id, slot_id: Number(result.items[0].id) }, (params) => ({ params }))
  },
  listAllCategories: plain(),
  createCategory: async () => namingNothing({ body: categoryForm() }),
  changeCategory: async (company, operator) => about(addCategory, categoryForm())(company, operator),
}

let phones = 0
function newPhone(): string {
  phones += 1
  return `1391000${String(phones).padStart(4, '0')}`
}

async function addColleague(operator: Company): Promise<number> {
  const phone = newPhone()
  await ask(operator, 'POST', ACCOUNTS, { phone })
  const { db } = operator.portal
  const row = db.selectFrom('operators').select('id').where('phone', '=', phone)
  return (await row.executeTakeFirstOrThrow()).id
}

async function dropFactor(operator: Company): Promise<void> {
  const { result } = await ask(operator, 'GET', ACCOUNTS)
  const own = result.items.find(({ me }: { me: boolean }) => me)
  await ask(operator, 'DELETE', `${ACCOUNTS}/${own.id}/factor`)
}

async function setUpFactor(operator: Company): Promise<{ secret: string; recovery_codes: string[] }> {
  await dropFactor(operator)
  const { secret } = await ask(operator, 'POST', `${FACTOR}/begin`)
  const code = shownDigits(secret, operator.portal.clock.ms)
  return { secret, ...(await ask(operator, 'POST', FACTOR, { code })) }
}

async function addFeedback(company: Company, operator: Company): Promise<number> {
  const path = `${OPERATOR}/conversations/${await addChat(company)}/files`
  return (await ask(operator, 'POST', path, named(operator, await putObject(operator)))).data.id
}

async function addExpert(_company: Company, operator: Company): Promise<number> {
  return (await ask(operator, 'POST', `${OPERATOR}/experts`, EXPERT)).data.id
}

async function addCategory(_company: Company, operator: Company): Promise<number> {
  return (await ask(operator, 'POST', '/startup/api/v1/categorys', categoryForm())).data.id
}

function categoryForm() {
  return { name: randomUUID().slice(0, 20), description: '说明', position: 1 }
}

function slotOf({ portal }: Company) {
  const startsMs = portal.clock.ms + 86_400_000
  return {
    starts_at: new Date(startsMs).toISOString(),
    ends_at: new Date(startsMs + 3_600_000).toISOString(),
  }
}
