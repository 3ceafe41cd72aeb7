/**
 * An independent calculation of 企业所得税 for tests: the annual return line by line, written from the law and not from
 * the portal's rules. Calculates no tax except by the named lines.
 * Sources: 企业所得税法第四、二十五至三十四条 and 实施条例第八十六至一百零二条; the instructions of the annual return (A类, 2017年版 with the later
 * revisions) to A100000, A105050, A107010, A107020, A107040 and A107050; 公告2023年第7号 and 第12号.
 * Sums are whole parts of a 分 (`UNIT` to one 分), so that every rate of the law divides them exactly.
 */

/** Parts of one 分: thirds of ten decimals, which every rate divides. */
export const UNIT = 30_000_000_000n
const YUAN = 100n * UNIT
const WAN = 10_000n * YUAN

/** 公告2023年第12号第五条. */
const SMALL = { income: 300n * WAN, people: 300, assets: 5000n * WAN }
/** 实施条例第九十条. */
const TRANSFER_FREE = 500n * WAN

/** The reliefs by the numbers of their pages. */
const CERTIFIED_15 = [2, 17, 18, 19, 109]
const FIRST_YEARS = [16, 23]
const CONVERTED = 58

/** Sums are parts of a 分; `claims` are the page numbers of the reliefs that the company is entitled to and claims. */
export interface TaxPayer {
  /** 应纳税所得额 as stated. */
  told: bigint
  /** The stated one is line 23 of the return: all claims are already subtracted. */
  reduced: boolean
  claims: ReadonlySet<number>
  people: number
  assets: bigint
  /** Its trade is neither restricted nor forbidden (公告2023年第12号第五条). */
  allowedTrade: boolean
  /** It is entitled to 15 % without a claim. */
  fifteen: boolean
  research: bigint
  /** The part paid to others within China. */
  outsourced: bigint
  /** The part paid to others abroad. */
  abroad: bigint
  /** It is on the list of 集成电路 and 工业母机 enterprises. */
  listed: boolean
  disabledWages: bigint
  basicResearch: bigint
  communityIncome: bigint
  trainingSpent: bigint
  wages: bigint
  transferIncome: bigint
  farmExempt: bigint
  farmHalved: bigint
  greenIncome: bigint
  /** The year of the project's first income. */
  greenSince: number
  upgradeInput: bigint
  upgradeBasis: bigint
  equipment: bigint
  /** The first year with 应纳税所得额 above 0. */
  profitSince: number
}

/** A100000 from line 19 on. Sums are parts of a 分. */
export interface FiledReturn {
  /** Line 19, 纳税调整后所得: after A105050 and A107010. */
  adjusted: bigint
  /** Line 20, 所得减免. */
  exempted: bigint
  /** The half of the half-taxed part; 0 if halving is given up. */
  half: bigint
  /** Line 23, 应纳税所得额. */
  taxable: bigint
  /** Line 25, 应纳所得税额, 25 %. */
  full: bigint
  /** Line 26, 减免所得税额: A107040. */
  reduction: bigint
  /** Line 27, 抵免所得税额: A107050. */
  credit: bigint
  /** Line 28, 应纳税额. */
  due: bigint
}

/** Savings by the reliefs in parts of a 分, and the two taxes behind them. */
export interface TaxSaved {
  before: bigint
  /** The tax without any relief. */
  without: bigint
  filed: FiledReturn
  saved: bigint
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const atLeastZero = (sum: bigint) => (sum > 0n ? sum : 0n)

/** Returns `sum` × `times` ÷ `parts`; throws if it is not exact. */
function share(sum: bigint, times: bigint, parts: bigint): bigint {
  if ((sum * times) % parts !== 0n) throw new RangeError('a part of a 分 is lost')
  return (sum * times) / parts
}

/** A107012: the deduction beyond the costs of research. */
function researchCounted({ research, outsourced, abroad, listed }: TaxPayer): bigint {
  const foreign = least(abroad, research)
  const domestic = research - foreign
  // 财税〔2015〕119号第二条: 80 % of payments to others count.
  const counted = domestic - share(least(outsourced, domestic), 20n, 100n)
  // 财税〔2018〕64号第一条: 80 % abroad as well, and at most two thirds of the domestic part.
  const all = counted + least(share(foreign, 80n, 100n), share(counted, 2n, 3n))
  // 公告2023年第7号第一条: 100 % more; 公告2023年第44号第一条: 120 % more.
  return share(all, listed ? 120n : 100n, 100n)
}

/** A107010 and A105050: deductions beyond the costs. */
function extraDeductions(payer: TaxPayer): bigint {
  const { claims } = payer
  let sum = 0n
  if (claims.has(3)) sum += researchCounted(payer)
  // 实施条例第九十六条.
  if (claims.has(6)) sum += payer.disabledWages
  // 公告2022年第32号第一条.
  if (claims.has(34)) sum += payer.basicResearch
  // 减按90%计入收入总额.
  if (claims.has(37)) sum += share(payer.communityIncome, 10n, 100n)
  // 财税〔2018〕51号: 8 % of the wages instead of 2.5 %.
  if (claims.has(40)) {
    const limit = share(payer.wages, 8n, 100n)
    const usual = share(payer.wages, 25n, 1000n)
    sum += least(payer.trainingSpent, limit) - least(payer.trainingSpent, usual)
  }
  return sum
}

/** A107020, columns 9 and 10: exempt and half-taxed income of projects. */
function projectIncome(payer: TaxPayer, year: number): { free: bigint; halved: bigint } {
  const { claims } = payer
  let free = 0n
  let halved = 0n
  if (claims.has(5)) {
    free += least(payer.transferIncome, TRANSFER_FREE)
    halved += atLeastZero(payer.transferIncome - TRANSFER_FREE)
  }
  if (claims.has(31)) {
    free += payer.farmExempt
    halved += payer.farmHalved
  }
  // 实施条例第八十八条: three years exempt, three half taxed.
  const age = year - payer.greenSince
  if (claims.has(32) && age >= 0 && age < 3) free += payer.greenIncome
  if (claims.has(32) && age >= 3 && age < 6) halved += payer.greenIncome
  return { free, halved }
}

/** A107050: a tenth of the machines, and of their upgrade up to half of their price. */
function equipmentCredit(payer: TaxPayer): bigint {
  let sum = 0n
  if (payer.claims.has(36)) sum += share(payer.equipment, 10n, 100n)
  if (payer.claims.has(33)) {
    sum += share(least(payer.upgradeInput, share(payer.upgradeBasis, 50n, 100n)), 10n, 100n)
  }
  return sum
}

/** Tenths of a percent: 25 % is 250. */
const LAW = 250n

/** The rate of 两免三减半 in this year, from 25 %. */
function rateOfYears(age: number): bigint {
  if (age < 0 || age >= 5) return LAW
  return age < 2 ? 0n : LAW / 2n
}

function isSmall(payer: TaxPayer, taxable: bigint): boolean {
  const { people, assets } = payer
  return taxable <= SMALL.income && people <= SMALL.people && assets <= SMALL.assets && payer.allowedTrade
}

/** Returns the company's lowest rate without a claim. */
function ownRate(payer: TaxPayer, taxable: bigint): bigint {
  if (isSmall(payer, taxable)) return 50n
  return payer.fifteen ? 150n : LAW
}

/** Returns the rates claimed for this year, without that of small companies. */
function claimedRates(payer: TaxPayer, year: number): bigint[] {
  const { claims } = payer
  const certified = CERTIFIED_15.some((id) => claims.has(id)) ? [150n] : []
  const years = FIRST_YEARS.some((id) => claims.has(id)) ? [rateOfYears(year - payer.profitSince)] : []
  return [...certified, ...years, ...(claims.has(CONVERTED) ? [0n] : [])]
}

function lowestRate(payer: TaxPayer, taxable: bigint, year: number): bigint {
  return [ownRate(payer, taxable), ...claimedRates(payer, year)].reduce(least)
}

/** Returns the return with all claims, with or without halving. */
function file(payer: TaxPayer, before: bigint, year: number, halves: boolean): FiledReturn {
  const adjusted = before - extraDeductions(payer)
  // A107020: nothing if line 19 is not above 0. A project's income is at most the company's.
  const project = projectIncome(payer, year)
  const free = least(project.free, atLeastZero(adjusted))
  const halved = least(project.halved, atLeastZero(adjusted) - free)
  const half = halves ? share(halved, 50n, 100n) : 0n
  const exempted = free + half
  const taxable = atLeastZero(adjusted) - exempted
  const full = share(taxable, LAW, 1000n)
  const rate = lowestRate(payer, taxable, year)
  // A107040: the lower rate less line 29, so that half-taxed income is not reduced again.
  const lower = share(taxable, LAW - rate, 1000n)
  const twice = least(lower, share(half, LAW - rate, 1000n))
  const reduction = lower - twice
  const credit = least(equipmentCredit(payer), full - reduction)
  return { adjusted, exempted, half, taxable, full, reduction, credit, due: full - reduction - credit }
}

/** Returns the cheaper return with or without halving; below half of 25 % halving is useless. */
function fileCheapest(payer: TaxPayer, before: bigint, year: number): FiledReturn {
  const halved = file(payer, before, year, true)
  const given = file(payer, before, year, false)
  const isLow = lowestRate(payer, given.taxable, year) < LAW / 2n
  return given.due < halved.due || (given.due === halved.due && isLow) ? given : halved
}

/**
 * Returns the savings of one year by all claims, in parts of a 分.
 * An income before reliefs is used as stated. For line 23, the reliefs are added back, halving only if the company
 * would not rather give it up. Line 23 may be 0 for a loss: then nothing is added back or saved.
 * A company that claims a lower rate is compared with 25 %, one without a claim with its own rate.
 */
export function reckonSaving(payer: TaxPayer, year: number): TaxSaved {
  const before = payer.reduced ? putBack(payer, year) : payer.told
  const filed = fileCheapest(payer, atLeastZero(before), year)
  if (before <= 0n) return { before: 0n, without: 0n, filed, saved: 0n }
  const claimsRate =
    claimedRates(payer, year).some((rate) => rate < LAW) ||
    (payer.claims.has(1) && isSmall(payer, filed.taxable))
  const without = share(before, claimsRate ? LAW : ownRate(payer, before), 1000n)
  return { before, without, filed, saved: without - filed.due }
}

function putBack(payer: TaxPayer, year: number): bigint {
  const { told } = payer
  if (told <= 0n) return 0n
  const { free, halved } = projectIncome(payer, year)
  const given = told + extraDeductions(payer) + free
  // If all of the rest is half taxed, as much remains as was subtracted.
  const taken = given + least(share(halved, 50n, 100n), told)
  return fileCheapest(payer, given, year).taxable === told ? given : taken
}
