import { addBellMessage, addReminder, addSavedSearch, ask } from '../company.ts'
import { type MakeSample, naming, namingNothing } from '../sample.ts'

const message: MakeSample = async (company) =>
  naming({ id: await addBellMessage(company) }, (params) => ({ params }))

const POLICY = 11

export const CUSTOMER_SAMPLES: Readonly<Record<string, MakeSample>> = {
  listMessages: async (company) => {
    await addBellMessage(company)
    return namingNothing()
  },
  deleteMessage: message,
  readMessage: message,
  readAllMessages: async () => namingNothing(),
  listPlatformPolicies: async () => namingNothing({ query: { type: 'latest' } }),
  listFollows: async (company) => {
    await ask(company, 'PUT', `/customer/api/v1/fixed/platformpolicy/${POLICY}/follow`)
    return namingNothing()
  },
  followPolicy: async () => namingNothing({ params: { id: POLICY } }),
  unfollowPolicy: async (company) => {
    await ask(company, 'PUT', `/customer/api/v1/fixed/platformpolicy/${POLICY}/follow`)
    return namingNothing({ params: { id: POLICY } })
  },
  readReminders: async () => namingNothing(),
  changeReminders: async () => namingNothing({ body: { lead_days: [10] } }),
  readWays: async () => namingNothing(),
  changeWay: async () => namingNothing({ body: { kind: 'deadline', way: 'sms', on: true } }),
  changeMailAddress: async () => namingNothing({ body: { address: 'a@example.cn' } }),
  removeWay: async () => namingNothing({ params: { way: 'mail' } }),
  bindWeChat: async () => namingNothing({ body: { code: 'code', state: 'state' } }),
  muteMessage: async (company) => naming({ id: await addReminder(company) }, (params) => ({ params })),
  listSavedSearches: async (company) => {
    await addSavedSearch(company)
    return namingNothing()
  },
  saveSearch: async ({ secret }) =>
    namingNothing({ body: { condition: { list: 'search', q: secret }, rhythm: 'daily' } }),
  changeSavedSearch: async (company) =>
    naming({ id: await addSavedSearch(company) }, (params) => ({ params, body: { rhythm: 'weekly' } })),
  deleteSavedSearch: async (company) =>
    naming({ id: await addSavedSearch(company) }, (params) => ({ params })),
  saveAnswers: async () => namingNothing({ body: { answers: [{ id: 5, value: 12 }] } }),
  resetAnswers: async () => namingNothing(),
  readBill: async () => namingNothing(),
  sendCorrection: async () =>
    namingNothing({ body: { kind: 'original', page_id: POLICY, text: '第三条有误' } }),
}
