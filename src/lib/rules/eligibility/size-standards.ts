/** The thresholds of 工信部联企业〔2011〕300号 第四条, keyed by GB/T 4754-2017 codes. Money in 元. */

export interface SizeStandard {
  scopes: readonly string[]
  bounds: readonly {
    fact: 'employees' | 'revenue' | 'assets'
    /** From where a company is 小型, 中型, 大型. */
    from: readonly bigint[]
  }[]
}

const employees = (...from: number[]) => ({ fact: 'employees', from: from.map(BigInt) }) as const
/** In 万元, as the standard prints them. */
const revenue = (...from: number[]) => ({ fact: 'revenue', from: from.map(wan) }) as const
const assets = (...from: number[]) => ({ fact: 'assets', from: from.map(wan) }) as const

function wan(amount: number): bigint {
  return BigInt(amount) * 10_000n
}

export const SIZE_STANDARDS: readonly SizeStandard[] = [
  // 农、林、牧、渔业
  { scopes: ['A'], bounds: [revenue(50, 500, 20_000)] },
  // 工业
  { scopes: ['B', 'C', 'D'], bounds: [employees(20, 300, 1000), revenue(300, 2000, 40_000)] },
  // 建筑业
  { scopes: ['E'], bounds: [revenue(300, 6000, 80_000), assets(300, 5000, 80_000)] },
  // 批发业
  { scopes: ['F51'], bounds: [employees(5, 20, 200), revenue(1000, 5000, 40_000)] },
  // 零售业
  { scopes: ['F52'], bounds: [employees(10, 50, 300), revenue(100, 500, 20_000)] },
  // 交通运输业，不含铁路；2017 年版把装卸搬运列为 591
  {
    scopes: ['G54', 'G55', 'G56', 'G57', 'G58', 'G591'],
    bounds: [employees(20, 300, 1000), revenue(200, 3000, 30_000)],
  },
  // 仓储业
  { scopes: ['G59'], bounds: [employees(20, 100, 200), revenue(100, 1000, 30_000)] },
  // 邮政业
  { scopes: ['G60'], bounds: [employees(20, 300, 1000), revenue(100, 2000, 30_000)] },
  // 住宿业、餐饮业
  { scopes: ['H'], bounds: [employees(10, 100, 300), revenue(100, 2000, 10_000)] },
  // 信息传输业
  { scopes: ['I63', 'I64'], bounds: [employees(10, 100, 2000), revenue(100, 1000, 100_000)] },
  // 软件和信息技术服务业
  { scopes: ['I65'], bounds: [employees(10, 100, 300), revenue(50, 1000, 10_000)] },
  // 房地产开发经营
  { scopes: ['K7010', 'K701'], bounds: [revenue(100, 1000, 200_000), assets(2000, 5000, 10_000)] },
  // 物业管理
  { scopes: ['K7020', 'K702'], bounds: [employees(100, 300, 1000), revenue(500, 1000, 5000)] },
  // 租赁和商务服务业
  { scopes: ['L'], bounds: [employees(10, 100, 300), assets(100, 8000, 120_000)] },
  // 其他未列明行业
  { scopes: ['K70', 'M', 'N', 'O', 'Q85', 'R'], bounds: [employees(10, 100, 300)] },
  // 不在划型范围：铁路运输、金融、教育、卫生、公共管理、国际组织
  { scopes: ['G53', 'J', 'P', 'Q84', 'S', 'T'], bounds: [] },
]
