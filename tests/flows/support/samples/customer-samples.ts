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
  'readMessage of all': async () => namingNothing({ params: { id: 'all' } }),
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
  'changeReminders of a way': async () =>
    namingNothing({ body: { told: { kind: 'deadline', way: 'sms', on: true } } }),
  'setUpWay to remove it': async () => namingNothing({ body: { way: 'mail', address: null } }),
  setUpWay: async () => namingNothing({ body: { way: 'mail', address: 'a@example.cn' } }),
  'setUpWay of WeChat': async () => namingNothing({ body: { way: 'wechat', code: 'code', state: 'state' } }),
  muteMessage: async (company) => naming({ id: await addReminder(company) }, (params) => ({ params })),
  listSavedSearches: async (company) => {
    await addSavedSearch(company)
    return namingNothing()
  },
  saveSearch: async ({ secret }) =>
    namingNothing({ body: { condition: { list: 'search', q: secret }, rhythm: 'daily' } }),
  deleteSavedSearch: async (company) =>
    naming({ id: await addSavedSearch(company) }, (params) => ({ params })),
  saveAnswers: async () => namingNothing({ body: { answers: [{ id: 5, value: 12 }] } }),
  resetAnswers: async () => namingNothing(),
  readBill: async () => namingNothing(),
  sendCorrection: async () =>
    namingNothing({ body: { kind: 'original', page_id: POLICY, text: '第三条有误' } }),
}
