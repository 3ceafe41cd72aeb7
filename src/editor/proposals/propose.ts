/**
 * From the text of a document to what a draft could say, each proposal with the sentence that it rests on. Readable
 * rules, no guess in silence: two candidates are two proposals, and what no sentence says is not proposed.
 */
import type { Condition } from '../../lib/rules/eligibility/tree.ts'
import { amounts } from './amounts.ts'
import { conditions } from './conditions.ts'
import { days } from './days.ts'
import { header } from './header.ts'
import { lists } from './lists.ts'
import type { Proposal, Register } from './proposal.ts'
import { readSource } from './source-text.ts'

/** All that a document could say, in the order of the fields and then of the text. */
export function propose(title: string, markdown: string, register: Register): Proposal[] {
  const source = readSource(title, markdown)
  const head = header(source, register)
  const dated = days(source)
  const region = head.find(({ field }) => field === 'region')
  return withoutDoubles([
    ...head,
    ...dated,
    ...amounts(source),
    ...conditions(source, typeof region?.value === 'string' ? region.value : undefined),
    ...lists(source),
  ])
}

/** The same value from the same field once: the first place that says it. Other sentences remain marked in the text. */
function withoutDoubles(proposals: Proposal[]): Proposal[] {
  const seen = new Set<string>()
  return proposals.filter(({ field, value, start }) => {
    // Two amounts of the same size may be two measures.
    const key = JSON.stringify([
      field,
      field === 'condition' ? valueOfCondition(value as Condition) : value,
      field === 'amount' ? start : 0,
    ])
    return seen.size < seen.add(key).size
  })
}

function valueOfCondition(condition: Condition): unknown {
  if ('ask' in condition) return condition.ask
  const { clause: _clause, ...said } = condition
  return said
}
