import { randomUUID } from 'node:crypto'
import { CREDIT_CODE } from '../../../../server/testing/order-parties.ts'
import {
  addOrder,
  addOrderFile,
  addProfile,
  addReservation,
  ask,
  type Company,
  endProviders,
  fundRequest,
  ITEM,
  named,
  putObject,
} from '../company.ts'
import { type MakeSample, naming, namingNothing } from '../sample.ts'

const replacing: MakeSample = async (company) =>
  naming({ id: await addOrderFile(company), key: await putObject(company) }, ({ id, key }) => ({
    params: { id },
    body: named(company, key),
  }))

async function sentBack(company: Company): Promise<number> {
  await endProviders(company)
  const licence = await putObject(company)
  const { data } = await ask(company, 'POST', '/customer/api/v1/additional', provider(company, licence))
  await company.portal.db
    .updateTable('orders')
    .set({ state: 'more-needed' })
    .where('id', '=', data.id)
    .execute()
  return Number(data.id)
}

export const ORDER_SAMPLES: Readonly<Record<string, MakeSample>> = {
  listOrders: async (company) =>
    naming({ companyId: company.id, poid: await addProfile(company) }, ({ companyId, poid }) => ({
      params: { companyId },
      query: { poid },
    })),
  getOrder: async (company) =>
    naming({ companyId: company.id, orderId: await addOrder(company) }, (params) => ({ params })),
  createOrder: async (company) =>
    naming({ companyId: company.id }, (params) => ({
      params,
      body: { item_id: ITEM, fields: { contact: company.secret }, client_id: randomUUID() },
    })),
  changeOrder: async (company) =>
    naming({ companyId: company.id, orderId: await addOrder(company) }, (params) => ({
      params,
      body: { action: 'save', fields: { contact: '新联系人' }, revision: 1 },
    })),
  listAdditional: async (company) => {
    await addProfile(company)
    return namingNothing()
  },
  addAdditional: async (company) =>
    naming({ poid: await sentBack(company), key: await putObject(company) }, ({ poid, key }) => ({
      body: { ...provider(company, key), poid },
    })),
  'addAdditional for the first time': async (company) => {
    await endProviders(company)
    return naming({ key: await putObject(company) }, ({ key }) => ({ body: provider(company, key) }))
  },
  readFormDraft: async (company) => {
    await ask(company, 'PUT', '/customer/api/v1/draft/loan', draft(company))
    return namingNothing({ params: { kind: 'loan' } })
  },
  saveFormDraft: async (company) =>
    naming({ key: await putObject(company) }, ({ key }) => ({
      params: { kind: 'provider' },
      body: draft(company, key),
    })),
  'readFormDraft of an amendment': async (company) => {
    const poid = await sentBack(company)
    const body = { ...draft(company), order_revision: 1 }
    await ask(company, 'PUT', `/customer/api/v1/draft/provider?poid=${poid}`, body)
    return naming({ poid }, (query) => ({ params: { kind: 'provider' }, query }))
  },
  'saveFormDraft of an amendment': async (company) =>
    naming({ poid: await sentBack(company), key: await putObject(company) }, ({ poid, key }) => ({
      params: { kind: 'provider' },
      query: { poid },
      body: { ...draft(company, key), order_revision: 1 },
    })),
  'deleteFormDraft of an amendment': async (company) =>
    naming({ poid: await sentBack(company) }, (query) => ({ params: { kind: 'provider' }, query })),
  deleteFormDraft: async () => namingNothing({ params: { kind: 'loan' } }),
  addServiceFile: async (company) =>
    naming({ order_id: await addOrder(company), key: await putObject(company) }, ({ order_id, key }) => ({
      body: { order_id, ...named(company, key) },
    })),
  replaceServiceFile: replacing,
  resubmitServiceFile: replacing,
  deleteServiceFile: async (company) => naming({ id: await addOrderFile(company) }, (params) => ({ params })),
  listReservations: async (company) => {
    await addReservation(company)
    return namingNothing()
  },
  createReservation: async (company) => namingNothing({ body: fundRequest(company) }),
  cancelReservation: async (company) =>
    naming({ id: await addReservation(company) }, (params) => ({ params })),
}

function draft({ secret }: Company, key?: string) {
  const files = key ? [{ slot: 'licence', local_name: 'a.pdf', hash_name: key, size: 1 }] : []
  return { client_id: randomUUID(), revision: 0, content: { texts: { company_name: secret }, files } }
}

function provider(company: Company, key: string) {
  return {
    kind: 'provider',
    category_id: 2,
    company_name: company.secret,
    credit_code: CREDIT_CODE,
    services: company.secret,
    regions: ['440100'],
    contact: company.secret,
    phone: '13800000009',
    licence: named(company, key),
  }
}
