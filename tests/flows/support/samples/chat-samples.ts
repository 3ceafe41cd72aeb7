import { randomUUID } from 'node:crypto'
import {
  addAttachment,
  addChat,
  addChatFile,
  addOrder,
  addTopic,
  type Company,
  named,
  putObject,
} from '../company.ts'
import { type MakeSample, naming, namingNothing } from '../sample.ts'

const chatting =
  (body?: (company: Company) => unknown): MakeSample =>
  async (company) => {
    await addChat(company)
    return namingNothing(body ? { body: body(company) } : {})
  }

export const CHAT_SAMPLES: Readonly<Record<string, MakeSample>> = {
  getConversation: chatting(),
  followConversations: chatting(),
  openConversation: chatting(({ secret }) => ({ topic: secret })),
  'openConversation to mark it as read': chatting(() => ({ read_seq: 1 })),
  listChatMessages: chatting(),
  sendChatMessage: async (company) =>
    naming({ key: await putObject(company) }, ({ key }) => ({ body: fileMessage(company, key) })),
  listChatFiles: async (company) => {
    await addChatFile(company)
    return namingNothing()
  },
  addChatFile: async (company) =>
    naming({ key: await putObject(company), order: await addOrder(company) }, ({ key, order }) => ({
      body: { ...named(company, key), advisory_id: order },
    })),
  changeChatFile: async (company) =>
    naming(
      { id: await addChatFile(company), key: await putObject(company), order: await addOrder(company) },
      ({ id, key, order }) => ({ params: { id }, body: { ...named(company, key), advisory_id: order } }),
    ),
  deleteChatFile: async (company) => naming({ id: await addChatFile(company) }, (params) => ({ params })),
  remarkChatFile: async (company) =>
    naming({ id: await addChatFile(company) }, (params) => ({ params, body: { remark: '新备注' } })),
  readRating: async (company) => naming({ id: await addChat(company) }, (params) => ({ params })),
  rateConversation: async (company) =>
    naming({ id: await addChat(company) }, (params) => ({ params, body: { seq: 1, grade: 3 } })),
  listConsultations: async (company) => {
    await addChat(company)
    return naming({ id: company.id }, (params) => ({ params }))
  },
  'listConsultations of the site': async (company, operator) => {
    await addChat(company)
    return namingNothing({ params: { id: operator.id } })
  },
  listTopics: async (company) => naming({ id: await addOrder(company, true) }, (params) => ({ params })),
  addTopic: async (company) =>
    naming({ id: await addOrder(company, true) }, (params) => ({ params, body: { title: '新话题' } })),
  changeTopic: async (company) =>
    naming({ id: await addTopic(company) }, (params) => ({
      params,
      body: { title: '新话题', closed: true, read_seq: 1 },
    })),
  listTopicMessages: async (company) => naming({ id: await addTopic(company) }, (params) => ({ params })),
  sendTopicMessage: async (company) =>
    naming({ group_id: await addTopic(company), key: await putObject(company) }, ({ group_id, key }) => ({
      body: { group_id, ...fileMessage(company, key) },
    })),
  'sendTopicMessage of text': async (company) =>
    naming({ group_id: await addTopic(company) }, ({ group_id }) => ({
      body: { group_id, type: 0, detail: '您好', client_id: randomUUID() },
    })),
  addAttachment: async (company) =>
    naming({ group_id: await addTopic(company), key: await putObject(company) }, ({ group_id, key }) => ({
      body: { group_id, ...named(company, key) },
    })),
  'addAttachment to an order': async (company) =>
    naming(
      { advisory_id: await addOrder(company, true), key: await putObject(company) },
      ({ advisory_id, key }) => ({
        body: { advisory_id, ...named(company, key) },
      }),
    ),
  listAttachments: async (company) =>
    naming({ id: (await addAttachment(company)).order }, (params) => ({ params })),
  changeAttachment: async (company) =>
    naming({ id: (await addAttachment(company)).id, key: await putObject(company) }, ({ id, key }) => ({
      params: { id },
      body: named(company, key),
    })),
  downloadAttachment: async (company) =>
    naming({ id: (await addAttachment(company)).id }, (params) => ({ params })),
  deleteAttachment: async (company) =>
    naming({ id: (await addAttachment(company)).id }, (params) => ({ params })),
}

function fileMessage(company: Company, key: string) {
  const { size: _, ...file } = named(company, key)
  return { type: 1, detail: JSON.stringify(file), client_id: randomUUID() }
}
