import type { Colleague } from '../../src/lib/contract/account/colleague.ts'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { maskPhone } from '../../src/lib/rules/text/phone.ts'
import { createCompany } from '../customers/customers.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../news/messages.ts'
import { lockCompany } from './lock-company.ts'

type Person = Pick<Customer, 'id' | 'name' | 'company_id'>

export async function colleaguesOf(db: Database, { id, company_id }: Person): Promise<Colleague[]> {
  const people = await peopleOf(db, company_id)
  const place = people.findIndex((person) => person.id === id)
  return people.map(({ phone, came_at, ...person }, index) => ({
    ...person,
    phone: maskPhone(phone),
    gmt_create: toTimestamp(came_at),
    me: index === place,
    removable: index > place,
  }))
}

function peopleOf(db: Database, companyId: number) {
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'phone'])
    .select((row) => row.fn.coalesce('joined_at', 'created_at').as('came_at'))
    .where('company_id', '=', companyId)
    .orderBy('came_at')
    .orderBy('id')
    .execute()
}

/** Their earlier work stays with the company. @throws Refusal 404 for a foreign person, 403 for an earlier one, 409 for the last */
export function removePerson(db: Database, me: Person, id: number, nowMs: number): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, me.company_id)
    const people = await peopleOf(transaction, me.company_id)
    const place = people.findIndex((person) => person.id === id)
    const person = people[place]
    if (!person) throw new Refusal(CODES.none, '没有找到这位成员，可能已经不在企业中')
    if (place < people.findIndex((other) => other.id === me.id)) {
      throw new Refusal(CODES.notAllowed, '只能移出比您晚加入的成员')
    }
    if (people.length === 1) {
      throw new Refusal(CODES.conflict, '您是企业的最后一位成员，不能退出；不再使用时可以申请注销企业')
    }
    await moveOut(transaction, id, nowMs)
    const leaves = id === me.id
    if (!leaves) await transaction.deleteFrom('sessions').where('customer_id', '=', id).execute()
    const message = leaves ? `${person.name}已退出企业。` : `${me.name}已将${person.name}移出企业。`
    await sendMessage(transaction, { company_id: me.company_id, message, category: 'application' }, nowMs)
  })
}

export async function moveOut(transaction: Database, id: number, nowMs: number) {
  const company_id = await createCompany(transaction, nowMs)
  await transaction
    .updateTable('customers')
    .set({ company_id, joined_at: nowMs })
    .where('id', '=', id)
    .execute()
  // Messages for this person alone belong to the company's list.
  await transaction.updateTable('messages').set({ company_id }).where('customer_id', '=', id).execute()
}
