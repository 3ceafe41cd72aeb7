/** Makes a company with rows of every kind, by its own calls; each text in them contains its secret. */
import { hash, randomUUID } from 'node:crypto'
import { type NewMessage, sendMessage } from '../../../server/news/messages.ts'
import { startSession } from '../../../server/sessions/sessions.ts'
import { upload } from '../../../server/storage/testing/upload.ts'
import type { Answer, Browser } from '../../../server/testing/browser.ts'
import type { TestPortal } from '../../../server/testing/portal.ts'

export interface Company {
  portal: TestPortal
  browser: Browser
  id: number
  secret: string
}

const STARTUP = '/startup/api/v1'
const CUSTOMER = '/customer/api/v1'
export const ITEM = 22

export async function openCompany(portal: TestPortal, phone: string, secret: string): Promise<Company> {
  const browser = await portal.loggedIn(phone)
  const { company_id: id } = (await browser.get(`${CUSTOMER}/login`)).body.data
  await portal.db.updateTable('companies').set({ name: secret }).where('id', '=', id).execute()
  await portal.db.updateTable('customers').set({ name: secret }).where('company_id', '=', id).execute()
  return { portal, browser, id, secret }
}

export async function ask({ browser }: Company, method: string, path: string, body?: unknown) {
  const { body: answer }: Answer = await browser.send(method, path, {
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (answer.code !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}

export function putObject({ portal, browser, secret }: Company): Promise<string> {
  return upload(portal, browser, `%PDF-1.7 ${secret}`)
}

export function named({ secret }: Company, hash_name: number | string | undefined) {
  return { local_name: `${secret}.pdf`, hash_name, size: 1 }
}

export function addBellMessage(company: Company): Promise<number> {
  return addMessage(company, { category: 'application' })
}

export function addReminder(company: Company): Promise<number> {
  return addMessage(company, { category: 'policy', platform_policy_id: 11, topic: 'deadline' })
}

export async function addSavedSearch(company: Company): Promise<number> {
  const condition = { list: 'search', q: company.secret }
  const { item } = await ask(company, 'POST', `${CUSTOMER}/saved-search`, { condition, rhythm: 'at_once' })
  return item.id
}

async function addMessage(
  { portal, id, secret }: Company,
  about: Omit<NewMessage, 'company_id' | 'message'>,
): Promise<number> {
  const { db, clock } = portal
  await sendMessage(db, { ...about, company_id: id, message: secret }, clock.ms)
  const { id: messageId } = await db
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return messageId
}

export async function addCorrection(company: Company): Promise<number> {
  const body = { kind: 'original', page_id: 11, text: company.secret }
  const { data } = await ask(company, 'POST', `${CUSTOMER}/correction`, body)
  return data.id
}

export async function addOrder(company: Company, submit = false): Promise<number> {
  const fields = { contact: company.secret, phone: '13800000001' }
  const body = { item_id: ITEM, fields, submit, client_id: randomUUID() }
  return (await ask(company, 'POST', `${STARTUP}/company/order/${company.id}`, body)).order.id
}

export async function addProfile(company: Company): Promise<number> {
  const body = { kind: 'company', company_name: company.secret }
  return (await ask(company, 'POST', `${CUSTOMER}/additional`, body)).data.id
}

/** Ends open applications as a provider: a company can have only one. */
export async function endProviders({ id, portal }: Company): Promise<void> {
  await portal.db
    .updateTable('orders')
    .set({ state: 'withdrawn' })
    .where('company_id', '=', id)
    .where('kind', '=', 'provider')
    .execute()
}

export async function addOrderFile(company: Company): Promise<number> {
  const body = { order_id: await addOrder(company), ...named(company, await putObject(company)) }
  return (await ask(company, 'POST', `${STARTUP}/company/service/files`, body)).file.id
}

export async function addChat(company: Company): Promise<number> {
  const message = { type: 0, detail: company.secret, client_id: randomUUID() }
  await ask(company, 'POST', `${CUSTOMER}/chat/detail/phone`, message)
  return (await ask(company, 'POST', `${CUSTOMER}/chat/resource`, { topic: company.secret })).data.id
}

export async function addChatFile(company: Company): Promise<number> {
  const body = { ...named(company, await putObject(company)), remark: company.secret }
  return (await ask(company, 'POST', `${CUSTOMER}/chat/file`, body)).data.id
}

export async function addTopic(company: Company): Promise<number> {
  const path = `${STARTUP}/advisory/${await addOrder(company, true)}/groups`
  const { id } = (await ask(company, 'POST', path, { title: company.secret })).data
  const message = { group_id: id, type: 0, detail: company.secret, client_id: randomUUID() }
  await ask(company, 'POST', `${STARTUP}/advisory/group/message`, message)
  return id
}

export async function addAttachment(company: Company): Promise<{ id: number; order: number }> {
  const order = await addOrder(company, true)
  const body = { advisory_id: order, ...named(company, await putObject(company)), remark: company.secret }
  return { id: (await ask(company, 'POST', `${STARTUP}/advisory/attachment`, body)).data.id, order }
}

export async function addFolder(company: Company, parent: number | null = null): Promise<number> {
  const body = { name: `${company.secret} ${randomUUID()}`, parent }
  return (await ask(company, 'POST', `${STARTUP}/company/${company.id}/documents`, body)).folder.id
}

export async function addFile(company: Company): Promise<{ id: number; folder: number; key: string }> {
  const folder = await addFolder(company)
  const key = await putObject(company)
  const body = { folder, ...named(company, key) }
  return { id: (await ask(company, 'POST', `${STARTUP}/document/files`, body)).file.id, folder, key }
}

export async function addReservation(company: Company): Promise<number> {
  return (await ask(company, 'POST', `${STARTUP}/reservations`, fundRequest(company))).data.id
}

export function fundRequest({ secret }: Company) {
  return { kind: 'fund', target_id: 3, contact: secret, phone: '13800000009', note: secret }
}

let phones = 0

function newPhone(): string {
  phones += 1
  return `137${String(phones).padStart(8, '0')}`
}

async function invitationOf(browser: Browser): Promise<{ id: number; code: string }> {
  const { body } = await browser.post(`${CUSTOMER}/company/invitations`)
  return { id: body.invitation.id, code: body.invitation_code }
}

export async function addInvitation({ browser }: Company): Promise<number> {
  return (await invitationOf(browser)).id
}

export async function inviteFromElsewhere({ portal }: Company): Promise<string> {
  return (await invitationOf(await portal.loggedIn(newPhone()))).code
}

export async function addColleague({ portal, browser }: Company): Promise<number> {
  const { code } = await invitationOf(browser)
  const newcomer = await portal.loggedIn(newPhone())
  return (await newcomer.post(`${CUSTOMER}/company/join`, { code })).body.data.id
}

export async function addSession(company: Company): Promise<string> {
  const { portal } = company
  const { id: customer_id } = (await ask(company, 'GET', `${CUSTOMER}/login`)).data
  const place = { device: null, address: 'local', browser_hash: 'another' }
  const token = await startSession(portal.db, { customer_id, ...place }, portal.clock.ms)
  return hash('sha256', token, 'hex').slice(0, 16)
}

export async function ownCode(company: Company): Promise<string> {
  await ask(company, 'POST', `${CUSTOMER}/login/proof`, {})
  return [...company.portal.codes.values()].at(-1) ?? ''
}
