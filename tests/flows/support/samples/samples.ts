import { CONTRACT_CALLS } from '../../../../src/lib/api-docs/contract-calls.ts'
import type { Access, Call } from '../../../../src/lib/contract/call.ts'
import type { MakeSample } from '../sample.ts'
import { CHAT_SAMPLES } from './chat-samples.ts'
import { COMPANY_SAMPLES } from './company-samples.ts'
import { CUSTOMER_SAMPLES } from './customer-samples.ts'
import { DOCUMENT_SAMPLES } from './document-samples.ts'
import { OPERATOR_SAMPLES } from './operator-samples.ts'
import { ORDER_SAMPLES } from './order-samples.ts'

const SAMPLES: Readonly<Record<string, MakeSample>> = {
  ...CUSTOMER_SAMPLES,
  ...COMPANY_SAMPLES,
  ...ORDER_SAMPLES,
  ...DOCUMENT_SAMPLES,
  ...CHAT_SAMPLES,
  ...OPERATOR_SAMPLES,
}

interface Case {
  title: string
  call: Call
  /** @throws for a call without a sample */
  make: MakeSample
}

export function casesFor(access: Access): Case[] {
  return CONTRACT_CALLS.filter(({ call }) => call.access === access).flatMap(({ name, call }) => {
    const own = Object.entries(SAMPLES).filter(([title]) => callName(title) === name)
    if (own.length === 0) return [{ title: name, call, make: () => refuse(name) }]
    return own.map(([title, make]) => ({ title, call, make }))
  })
}

export function leftOverSamples(): string[] {
  const names = new Set(CONTRACT_CALLS.map(({ name }) => name))
  return Object.keys(SAMPLES).filter((title) => !names.has(callName(title)))
}

function callName(title: string): string {
  return title.split(' ', 1)[0] ?? ''
}

function refuse(name: string): never {
  throw new Error(`${name} has no sample: add one in tests/flows/support/samples`)
}
