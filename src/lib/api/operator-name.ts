import { changeOperatorName } from '../contract/operator-name.ts'
import { request } from './http.ts'

/** One's own; as it is kept. */
export async function storeOperatorName(name: string): Promise<string> {
  const { data } = await request(changeOperatorName, { body: { name } })
  return data.name
}
