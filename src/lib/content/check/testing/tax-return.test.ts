import { expect, it } from 'vitest'
import { reckonSaving, type TaxPayer, UNIT } from './tax-return.ts'

const wan = (amount: number) => BigInt(Math.round(amount * 1_000_000)) * UNIT
const NOBODY: TaxPayer = {
  ...{ told: 0n, reduced: false, claims: new Set(), people: 500, assets: wan(8000), allowedTrade: true },
  ...{
    fifteen: false,
    research: 0n,
    outsourced: 0n,
    abroad: 0n,
    listed: false,
    disabledWages: 0n,
    basicResearch: 0n,
  },
  ...{
    communityIncome: 0n,
    trainingSpent: 0n,
    wages: 0n,
    transferIncome: 0n,
    farmExempt: 0n,
    farmHalved: 0n,
  },
  ...{ greenIncome: 0n, greenSince: 2026, upgradeInput: 0n, upgradeBasis: 0n, equipment: 0n },
  ...{ profitSince: 2026 },
}
const SMALL = { people: 80, assets: wan(2000) }

/** By hand: the company, and its savings in 万元. */
const CASES: [string, Partial<TaxPayer>, number][] = [
  [
    '高新技术企业，600－200＝400：600×25%－400×15%',
    { told: wan(600), claims: new Set([2, 3]), research: wan(200) },
    90,
  ],
  ['同一家照抄申报表', { told: wan(400), reduced: true, claims: new Set([2, 3]), research: wan(200) }, 90],
  [
    '小型微利，300－200＝100：75－5',
    { ...SMALL, told: wan(300), claims: new Set([1, 3]), research: wan(200) },
    70,
  ],
  [
    '扣了以后才是小型微利，350－100＝250：87.5－12.5',
    { ...SMALL, told: wan(350), claims: new Set([3]), research: wan(100) },
    75,
  ],
  [
    '同一家照抄申报表',
    { ...SMALL, told: wan(250), reduced: true, claims: new Set([1, 3]), research: wan(100) },
    75,
  ],
  [
    '差一分到300万元以内：全部按25%',
    { ...SMALL, told: wan(400) + UNIT, claims: new Set([3]), research: wan(100) },
    25,
  ],
  ['亏损，照抄申报表填0', { told: 0n, reduced: true, claims: new Set([3]), research: wan(500) }, 0],
  ['没有所得', { told: 0n, claims: new Set([2, 3, 36]), research: wan(500), equipment: wan(100) }, 0],
  ['加计比所得多：最多到零', { told: wan(100), claims: new Set([3]), research: wan(500) }, 25],
  ['委托境内的按80%', { told: wan(600), claims: new Set([3]), research: wan(200), outsourced: wan(100) }, 45],
  [
    '全部在境外研发的不能加计',
    { told: wan(600), claims: new Set([3]), research: wan(300), abroad: wan(300) },
    0,
  ],
  [
    '境外90：72，不超过境内60的三分之二40',
    { told: wan(600), claims: new Set([3]), research: wan(150), abroad: wan(90) },
    25,
  ],
  ['清单里的按120%', { told: wan(600), claims: new Set([3]), research: wan(100), listed: true }, 30],
  ['技术转让900：500免，400减半', { told: wan(2000), claims: new Set([5]), transferIncome: wan(900) }, 175],
  [
    '高新，减半的不再按15%：2000×25%－（1100×15%＋400×12.5%）',
    { told: wan(2000), claims: new Set([2, 5]), transferIncome: wan(900) },
    285,
  ],
  [
    '小型微利放弃减半：100×20%',
    { ...SMALL, told: wan(100), claims: new Set([1, 31]), farmHalved: wan(100) },
    20,
  ],
  ['专用设备抵到当年的税额为止', { told: wan(100), claims: new Set([36]), equipment: wan(400) }, 25],
  [
    '改造不超过原计税基础一半',
    { told: wan(1000), claims: new Set([33]), upgradeInput: wan(80), upgradeBasis: wan(100) },
    5,
  ],
  ['软件企业第三年：12.5%', { told: wan(1000), claims: new Set([16]), profitSince: 2024 }, 125],
  ['软件企业第六年：没有', { told: wan(1000), claims: new Set([16]), profitSince: 2021 }, 0],
  ['转制的文化企业免税', { told: wan(1000), claims: new Set([58]) }, 250],
  [
    '职工教育经费最多到8%',
    { told: wan(1000), claims: new Set([40]), trainingSpent: wan(20), wages: wan(200) },
    2.75,
  ],
  ['减计收入10%', { told: wan(1000), claims: new Set([37]), communityIncome: wan(200) }, 5],
  [
    '减半项目填150，全部所得只有100：100×12.5%',
    { told: wan(100), claims: new Set([32]), greenIncome: wan(150), greenSince: 2023 },
    12.5,
  ],
  [
    '照抄的50万元全部是减半剩下的：100×12.5%',
    { told: wan(50), reduced: true, claims: new Set([32]), greenIncome: wan(150), greenSince: 2023 },
    12.5,
  ],
]

it.each(CASES)('%s', (_, told, saved) => {
  expect(reckonSaving({ ...NOBODY, ...told }, 2026).saved).toBe(wan(saved))
})
