import { expect, test } from 'vitest'
import { COMPANY_KINDS } from '../../lib/rules/eligibility/options.ts'
import { stepsFor } from './Questionnaire.tsx'

test.each([undefined, null, ...Object.keys(COMPANY_KINDS)])(
  '%s: a dozen questions at most, each once, kind first',
  (kind) => {
    const facts = stepsFor(kind).flatMap((step) => step.facts)
    expect(facts[0]).toBe('kind')
    expect(new Set(facts).size).toBe(facts.length)
    expect(facts.length).toBeLessThanOrEqual(12)
    for (const step of stepsFor(kind)) expect(step.facts.length).toBeLessThanOrEqual(4)
  },
)
