/** Returns the contract as an OpenAPI 3.1 document: for tools, and for authors of another backend for these pages. */
import { toJsonSchema } from '@valibot/to-json-schema'
import type { GenericSchema } from 'valibot'
import type { Access, Call } from '../contract/call.ts'
import type { NamedCall } from './contract-calls.ts'

export type JsonSchema = Record<string, unknown>

export const ACCESS_WORDS: Record<Access, string> = {
  visitor: '任何人',
  company: '已登录的企业用户，只能访问本企业的数据',
  operator: '运营人员',
}

const ENVELOPE = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'integer' }, message: { type: 'string' } },
}
const SESSION = 'session'

/** @param calls in the order of the document */
export function openApiDocument(calls: readonly NamedCall[], title: string): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  const schemas: JsonSchema = { Refusal: ENVELOPE }
  for (const named of calls) {
    const { path, method } = named.call
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(named, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${title}接口`,
      version: '1',
      description:
        '回答都是 JSON：code 为 200 是成功；其他 code 是拒绝，message 是给用户看的中文说明，HTTP 状态仍是 200。' +
        '传输故障用真实的 HTTP 状态（400、404、405、413、415、500），内容同样是 code 和 message。',
    },
    paths,
    components: {
      schemas,
      securitySchemes: { [SESSION]: { type: 'apiKey', in: 'cookie', name: '__Host-session' } },
    },
  }
}

function operation({ name, call }: NamedCall, schemas: JsonSchema): JsonSchema {
  const answer = hoist(answerSchema(call), `${name}Answer`, schemas)
  return {
    operationId: name,
    summary: call.summary,
    description: ACCESS_WORDS[call.access],
    ...(call.access !== 'visitor' && { security: [{ [SESSION]: [] }] }),
    parameters: [
      ...parametersOf(call.params, 'path'),
      ...parametersOf(call.query, 'query'),
      ...(call.isConditional ? [{ name: 'If-None-Match', in: 'header', schema: { type: 'string' } }] : []),
    ],
    ...(call.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: hoist(inputSchema(call.body), `${name}Body`, schemas) } },
      },
    }),
    responses: {
      200: {
        description: '成功，或者拒绝',
        content: {
          'application/json': { schema: { anyOf: [answer, refusal] } },
          ...(call.isAtom && { 'application/atom+xml': { schema: { type: 'string' } } }),
          ...(call.isCsv && { 'text/csv': { schema: { type: 'string' } } }),
          ...(call.isStream && { 'text/event-stream': { schema: { type: 'string' } } }),
        },
      },
      ...(call.isConditional && { 304: { description: 'If-None-Match 说的没有变' } }),
      default: { description: '传输故障', content: { 'application/json': { schema: refusal } } },
    },
  }
}

const refusal = { $ref: '#/components/schemas/Refusal' }

/** Returns the schema of a caller's input, without the rules that JSON Schema cannot express. */
export function inputSchema(schema: Call['answer']): JsonSchema {
  return withoutDialect(toJsonSchema(schema as GenericSchema, { typeMode: 'input', errorMode: 'ignore' }))
}

/** Moves the parts that a schema refers to where the references of the whole document find them. */
function hoist(schema: JsonSchema, name: string, schemas: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', `"#/components/schemas/${name}`)
  const { $defs = {}, ...rest } = JSON.parse(text) as JsonSchema & { $defs?: JsonSchema }
  for (const [key, part] of Object.entries($defs)) schemas[name + key] = part
  return rest
}

function answerSchema({ answer }: Call): JsonSchema {
  const { $defs, ...fields } = withoutDialect(toJsonSchema(answer as GenericSchema, { errorMode: 'ignore' }))
  const code = { type: 'object', required: ['code'], properties: { code: { const: 200 } } }
  return { allOf: [code, fields], ...($defs !== undefined && { $defs }) }
}

function withoutDialect(schema: object): JsonSchema {
  const { $schema: _, ...rest } = schema as JsonSchema
  return rest
}

function parametersOf(schema: Call['params'], place: 'path' | 'query'): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = inputSchema(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: value,
  }))
}
