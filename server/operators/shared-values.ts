/** Values that all operators share: the hours of service (behaviour B12.7) and the quick replies. */
import type * as v from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { quickReplies } from '../../src/lib/contract/operator/reply.ts'
import { revisedHours } from '../../src/lib/contract/services/service-hours.ts'
import type { Database } from '../db/schema.ts'
import { readRevised, saveRevised } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'

function sharedValue<S extends v.GenericSchema<unknown, { revision: number }>>(
  name: string,
  label: string,
  schema: S,
  first: v.InferOutput<S>,
) {
  return {
    read: async (db: Database): Promise<v.InferOutput<S>> => (await readRevised(db, name, schema)) ?? first,
    /** @throws Refusal 409 when a colleague was faster */
    async save(db: Database, value: v.InferOutput<S>): Promise<v.InferOutput<S>> {
      const saved = await saveRevised(db, name, value)
      if (!saved) throw new Refusal(CODES.conflict, `${label}刚被同事修改，请刷新后再试`)
      return saved
    },
  }
}

export const hoursOfService = sharedValue('service_hours', '服务时间', revisedHours, {
  hours: null,
  revision: 0,
})

export const sharedReplies = sharedValue('quick_replies', '快捷回复', quickReplies, {
  items: [],
  revision: 0,
})
