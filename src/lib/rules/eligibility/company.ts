/** A company as conditions see it: its facts and everything that follows from them, worked out once. */
import { addMonths } from './calendar.ts'
import { type SizeRange, sizeRange } from './company-size.ts'
import { derivedOf, type Figures, isDerivedKey, readFigures } from './derived.ts'
import type { FactKey, Facts } from './facts.ts'
import type { Subject } from './tree.ts'

export interface Company {
  facts: Facts
  /** The day of the verdict in China, YYYY-MM-DD. */
  today: string
  figures: Figures
  size: SizeRange
  /** The day on which the company is so many months old; undefined without a founding day. */
  birthday: (months: number) => string | undefined
}

export function readCompany(facts: Facts, today: string): Company {
  const figures = readFigures(facts)
  const size = sizeRange(facts.industry ?? undefined, figures)
  return { facts, today, figures, size, birthday: birthdaysFrom(facts.founded_on) }
}

/** Most rules ask for the same few ages, so each day is worked out once. */
function birthdaysFrom(founded: string | null | undefined): Company['birthday'] {
  const days = new Map<number, string>()
  return (months) => {
    if (!founded) return undefined
    const day = days.get(months) ?? addMonths(founded, months)
    days.set(months, day)
    return day
  }
}

/** The facts that a condition on `subject` rests on. */
export function inputsOf(subject: Subject): readonly FactKey[] {
  return isDerivedKey(subject) ? derivedOf(subject).from : [subject]
}

/** Facts that would have to be answered, or answered more finely, before `subject` is known. */
export function missingFor(subject: Subject, { facts, size }: Company): readonly FactKey[] {
  if (subject === 'size') return size.missing
  if (subject === 'region' || subject === 'industry') return [subject]
  return inputsOf(subject).filter((key) => facts[key] === undefined || facts[key] === null)
}
