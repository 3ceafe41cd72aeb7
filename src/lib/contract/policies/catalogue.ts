/**
 * The build's data about the pages for the backend: `/frontend/data/catalogue.json`. The server matches, follows and reports
 * the same policies as the pages show, because both come from this file's source.
 */
import * as v from 'valibot'
import { CERTIFICATE_KEYS } from '../../rules/eligibility/options.ts'
import { NO_RATES } from '../../rules/worth/formula.ts'
import { timestamp } from '../list.ts'
import { benefit, rates } from './benefit.ts'
import { eligibilityTree } from './eligibility.ts'
import { partnerLogo } from './home.ts'
import { applicationWindow, supportAmount } from './item.ts'

/** Hash of a page's text, after the version of the method. */
const textHash = v.optional(v.pipe(v.string(), v.regex(/^\d+-[0-9a-f]+$/)))

const pageId = v.pipe(v.number(), v.integer(), v.minValue(1))

const named = v.object({ id: pageId, title: v.string() })

const range = v.object({ min: v.number(), max: v.number() })

/** A declarable item. Unknown fields are missing, which keeps the file small. */
export const catalogueItem = v.object({
  /** Page id of the interpretation. */
  id: pageId,
  /** Page id of the original. */
  policy: v.nullable(pageId),
  /** The name in lists and messages. */
  title: v.string(),
  region: v.string(),
  /** The spoken name: 广东省广州市. */
  region_name: v.optional(v.string()),
  window: applicationWindow,
  department: v.optional(v.string()),
  /** 奖补, 减免, 资质, 贷款 or 权益. */
  support: v.optional(v.string()),
  /** The certificate that it grants. */
  grants: v.optional(v.picklist(CERTIFICATE_KEYS)),
  amount: v.optional(supportAmount),
  /** Text instead of a figure: 免征, 认定. */
  headline: v.optional(v.string()),
  /** Missing when the conditions have not been modelled. */
  eligibility: v.optional(eligibilityTree),
  /** Missing without a formula. */
  benefit: v.optional(benefit),
  /** Matters of the authority's judgement. */
  unmodelled: v.optional(v.array(v.string())),
  /** 不可同时享受: page ids of interpretations. */
  excludes: v.optional(v.array(pageId)),
  /** The remaining tax rate, in percent: of two that exclude each other the lower is better. */
  rate: v.optional(v.number()),
  text: textHash,
})

export type CatalogueItem = v.InferOutput<typeof catalogueItem>

export const catalogue = v.object({
  built_at: timestamp,
  /** `policy`: page id of its original. */
  news: v.array(v.object({ id: pageId, title: v.string(), policy: v.nullable(pageId) })),
  /** Originals: `id` is the platform_policy_id. */
  policies: v.array(v.object({ id: pageId, title: v.string(), region: v.string(), text: textHash })),
  /** Newest first. */
  items: v.array(catalogueItem),
  /** Values that formulas share; missing in files of earlier builds. */
  rates: v.optional(rates, NO_RATES),
  logos: v.array(partnerLogo),
  /** Providers that take reservations; missing in files of earlier builds. */
  providers: v.optional(v.array(named), () => []),
  funds: v.optional(v.array(named), () => []),
  /** Loans that take applications; missing in files of earlier builds, as are `amount` (元) and `months`. */
  loans: v.optional(
    v.array(
      v.object({
        ...named.entries,
        lender: v.string(),
        amount: v.optional(range),
        months: v.optional(range),
      }),
    ),
    () => [],
  ),
})

export type Catalogue = v.InferOutput<typeof catalogue>
