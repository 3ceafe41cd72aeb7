/** Returns a call's input as rows of a table. */
import type { Call } from '../contract/call.ts'
import { inputSchema, type JsonSchema } from './openapi.ts'

export interface Field {
  name: string
  place: '路径' | '查询' | '内容'
  type: string
  required: boolean
}

const PLACES = [
  ['params', '路径'],
  ['query', '查询'],
  ['body', '内容'],
] as const

const TYPE_NAMES: Record<string, string> = {
  string: '文字',
  integer: '整数',
  number: '数字',
  boolean: '是否',
  array: '列表',
  object: '对象',
  null: '空',
}

/** Fields of path, query and body; of a body that is one of several shapes, the fields of each. */
export function fieldsOf(call: Call): Field[] {
  return PLACES.flatMap(([part, place]) => {
    const schema = call[part]
    return schema ? shapesOf(inputSchema(schema)).flatMap((shape) => rowsOf(shape, place)) : []
  })
}

function shapesOf(schema: JsonSchema): JsonSchema[] {
  const parts = schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']
  return Array.isArray(parts) ? parts.flatMap(shapesOf) : [schema]
}

function rowsOf(shape: JsonSchema, place: Field['place']): Field[] {
  const { properties = {}, required = [] } = shape as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    place,
    type: typeName(schema),
    required: place === '路径' || required.includes(name),
  }))
}

function typeName(schema: JsonSchema): string {
  const { enum: choices, const: only, type } = schema
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join('、')
  if (only !== undefined) return JSON.stringify(only)
  if (typeof type === 'string') return TYPE_NAMES[type] ?? type
  const names = shapesOf(schema).map((shape) => (shape === schema ? '任意' : typeName(shape)))
  return [...new Set(names)].join('或')
}
