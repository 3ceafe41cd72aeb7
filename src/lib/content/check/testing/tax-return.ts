/**
 * A second reckoning of 企业所得税, for tests alone: the annual return line by line, written from the law and not from the
 * rules of the portal, so that the two can disagree. No income tax is reckoned here but by the lines that are named.
 *
 * Sources: 企业所得税法第四、二十五至三十四条 and 实施条例第八十六至一百零二条; the instructions of the annual return (A类,
 * 2017年版 with the later revisions) to A100000, A105050, A107010, A107020, A107040 and A107050; 公告2023年第7号 and 第12号.
 *
 * Sums are whole parts of a 分 (`UNIT` to one 分), so that every rate of the law divides them without a rest.
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

/** Sums are parts of a 分; `claims` are the numbers of the pages whose relief the company has a right to and claims. */
export interface TaxPayer {
  /** 应纳税所得额 as it was told. */
  told: bigint
  /** The told one is line 23 of the return: all that is claimed has been taken from it. */
  reduced: boolean
  claims: ReadonlySet<number>
  people: number
  assets: bigint
  /** Its trade is neither restricted nor forbidden (公告2023年第12号第五条). */
  allowedTrade: boolean
  /** It has a right to 15 % for another reason than a claim. */
  fifteen: boolean
  research: bigint
  /** Of it, paid to others within China. */
  outsourced: bigint
  /** Of it, paid to others abroad. */
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
  /** The year of the first income of the project. */
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
  /** Of it, half of what is half taxed; 0 where halving is given up. */
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

/** What the reliefs save, in parts of a 分, and the two taxes that make it. */
export interface TaxSaved {
  before: bigint
  /** The tax with no relief at all. */
  without: bigint
  filed: FiledReturn
  saved: bigint
}

const least = (one: bigint, other: bigint) => (one < other ? one : other)
const atLeastZero = (sum: bigint) => (sum > 0n ? sum : 0n)

/** `sum` × `times` ÷ `parts`; throws where a rest would be lost. */
function share(sum: bigint, times: bigint, parts: bigint): bigint {
  if ((sum * times) % parts !== 0n) throw new RangeError('a part of a 分 is lost')
  return (sum * times) / parts
}

/** A107012: what is deducted over and above what research has cost. */
function researchCounted({ research, outsourced, abroad, listed }: TaxPayer): bigint {
  const foreign = least(abroad, research)
  const domestic = research - foreign
  // 财税〔2015〕119号第二条: of what is paid to others 80 % counts.
  const counted = domestic - share(least(outsourced, domestic), 20n, 100n)
  // 财税〔2018〕64号第一条: abroad 80 %, too, and at most two thirds of what counts of the domestic.
  const all = counted + least(share(foreign, 80n, 100n), share(counted, 2n, 3n))
  // 公告2023年第7号第一条: as much once more; 公告2023年第44号第一条: 120 % of it.
  return share(all, listed ? 120n : 100n, 100n)
}

/** A107010 and A105050: what is deducted over and above what was spent. */
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

/** A107020, columns 9 and 10: income of projects that is free, and that is half taxed. */
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
  // 实施条例第八十八条: three years free, three half taxed.
  const age = year - payer.greenSince
  if (claims.has(32) && age >= 0 && age < 3) free += payer.greenIncome
  if (claims.has(32) && age >= 3 && age < 6) halved += payer.greenIncome
  return { free, halved }
}

/** A107050: a tenth of the machines, and of their upgrade up to half of what they cost. */
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

/** The rate of 两免三减半 in this year, reckoned from 25 %. */
function rateOfYears(age: number): bigint {
  if (age < 0 || age >= 5) return LAW
  return age < 2 ? 0n : LAW / 2n
}

function isSmall(payer: TaxPayer, taxable: bigint): boolean {
  const { people, assets } = payer
  return taxable <= SMALL.income && people <= SMALL.people && assets <= SMALL.assets && payer.allowedTrade
}

/** The lowest rate that the company has without claiming any. */
function ownRate(payer: TaxPayer, taxable: bigint): bigint {
  if (isSmall(payer, taxable)) return 50n
  return payer.fifteen ? 150n : LAW
}

/** The rates that are claimed for this year, without that of small companies. */
function claimedRates(payer: TaxPayer, year: number): bigint[] {
  const { claims } = payer
  const certified = CERTIFIED_15.some((id) => claims.has(id)) ? [150n] : []
  const years = FIRST_YEARS.some((id) => claims.has(id)) ? [rateOfYears(year - payer.profitSince)] : []
  return [...certified, ...years, ...(claims.has(CONVERTED) ? [0n] : [])]
}

function lowestRate(payer: TaxPayer, taxable: bigint, year: number): bigint {
  return [ownRate(payer, taxable), ...claimedRates(payer, year)].reduce(least)
}

/** The return of a company that takes all it claims, and halves the income of its projects or gives that up. */
function file(payer: TaxPayer, before: bigint, year: number, halves: boolean): FiledReturn {
  const adjusted = before - extraDeductions(payer)
  // A107020: where line 19 is not above 0, nothing. A project is part of the company: it has no more income than that.
  const project = projectIncome(payer, year)
  const free = least(project.free, atLeastZero(adjusted))
  const halved = least(project.halved, atLeastZero(adjusted) - free)
  const half = halves ? share(halved, 50n, 100n) : 0n
  const exempted = free + half
  const taxable = atLeastZero(adjusted) - exempted
  const full = share(taxable, LAW, 1000n)
  const rate = lowestRate(payer, taxable, year)
  // A107040: the lower rate, less line 29: what is half taxed is not taxed lower once more.
  const lower = share(taxable, LAW - rate, 1000n)
  const twice = least(lower, share(half, LAW - rate, 1000n))
  const reduction = lower - twice
  const credit = least(equipmentCredit(payer), full - reduction)
  return { adjusted, exempted, half, taxable, full, reduction, credit, due: full - reduction - credit }
}

/** Of halving and giving it up, the return with the lower tax; who pays less than half of 25 % has no use for halving. */
function fileCheapest(payer: TaxPayer, before: bigint, year: number): FiledReturn {
  const halved = file(payer, before, year, true)
  const given = file(payer, before, year, false)
  const isLow = lowestRate(payer, given.taxable, year) < LAW / 2n
  return given.due < halved.due || (given.due === halved.due && isLow) ? given : halved
}

/**
 * What all that the company claims saves in 企业所得税 in one year, in parts of a 分.
 *
 * Told before its reliefs, the income is what was told. Told as line 23, what was taken off is put back: halves only where
 * the company would not rather have given halving up. Line 23 may be 0 for a loss: then nothing is put back or saved.
 *
 * A company that claims a lower rate is compared with 25 %, one that claims none with the rate that it has anyway.
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
  // As much is left as was taken off, where all that is left is half taxed.
  const taken = given + least(share(halved, 50n, 100n), told)
  return fileCheapest(payer, given, year).taxable === told ? given : taken
}
