/** Reads what an editor wrote of a formula: see notation.ts. Refusals name the word and what was expected there. */
import {
  type Formula,
  type FormulaTier,
  ROUND_TO,
  type RoundTo,
  type RoundWay,
} from '../../../lib/rules/worth/formula.ts'
import { RETURN_LINES } from '../../../lib/rules/worth/income-tax.ts'
import {
  BELOW,
  ELSE,
  type Figure,
  FUNCTIONS,
  type FunctionName,
  literalOf,
  ORIGINS,
  type Origin,
  REST,
  RETURN_WORDS,
  UP_TO,
  type Vocabulary,
  WAYS,
  WORD,
} from './notation.ts'

/** What is wrong is said in Chinese, for the editor. */
export type Parsed = { status: 'read'; formula: Formula } | { status: 'wrong'; message: string }

interface Token {
  kind: 'word' | 'name' | 'text' | 'condition' | 'sign' | 'end'
  text: string
  from: number
  to: number
}

const SAME_SIGN: Record<string, string> = {
  '＋': '+',
  '－': '−',
  '-': '−',
  '*': '×',
  '(': '（',
  ')': '）',
  ',': '，',
  ';': '；',
  ':': '：',
}
const ENCLOSED = {
  '「': { kind: 'name', end: '」' },
  '“': { kind: 'text', end: '”' },
  '"': { kind: 'text', end: '"' },
  '【': { kind: 'condition', end: '】' },
} as const

class WrongText extends Error {}

function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const from = at
    const char = text[at] ?? ''
    const word = WORD.exec(text.slice(at))?.[0]
    if (/\s/.test(char)) at += 1
    else if (word) {
      at += word.length
      tokens.push({ kind: word === '/' ? 'sign' : 'word', text: word === '/' ? '÷' : word, from, to: at })
    } else if (char in ENCLOSED) {
      const { kind, end } = ENCLOSED[char as keyof typeof ENCLOSED]
      let inside = ''
      for (at += 1; at < text.length && text[at] !== end; at += 1) {
        if (text[at] === '\\') at += 1
        inside += text[at] ?? ''
      }
      if (at >= text.length) throw new WrongText(`缺少“${end}”`)
      at += 1
      tokens.push({ kind, text: inside, from, to: at })
    } else {
      at += 1
      tokens.push({ kind: 'sign', text: SAME_SIGN[char] ?? char, from, to: at })
    }
  }
  tokens.push({ kind: 'end', text: '', from: text.length, to: text.length })
  return tokens
}

export function parseFormula(text: string, vocabulary: Vocabulary): Parsed {
  try {
    return { status: 'read', formula: new Reader(readTokens(text), vocabulary).readAll() }
  } catch (error) {
    if (!(error instanceof WrongText)) throw error
    return { status: 'wrong', message: error.message }
  }
}

class Reader {
  #at = 0
  readonly #tokens: readonly Token[]
  readonly #vocabulary: Vocabulary

  constructor(tokens: readonly Token[], vocabulary: Vocabulary) {
    this.#tokens = tokens
    this.#vocabulary = vocabulary
  }

  readAll(): Formula {
    const formula = this.#sum()
    const token = this.#token
    if (token.kind !== 'end') throw new WrongText(`这里应为 + − × ÷ 或者结束，实际为“${token.text}”`)
    return formula
  }

  get #token(): Token {
    return this.#tokens[this.#at] as Token
  }

  #next(): Token {
    const token = this.#token
    if (token.kind !== 'end') this.#at += 1
    return token
  }

  #isSign(...signs: string[]): boolean {
    return this.#token.kind === 'sign' && signs.includes(this.#token.text)
  }

  #expect(sign: string, where: string): Token {
    if (!this.#isSign(sign)) throw this.#wrong(`${where}应为“${sign}”`)
    return this.#next()
  }

  #wrong(expected: string): WrongText {
    const { kind, text } = this.#token
    return new WrongText(kind === 'end' ? `${expected}，这里还没有写完` : `${expected}，实际为“${text}”`)
  }

  #sum(): Formula {
    return this.#chain(() => this.#product(), '+', 'sum', '−', 'less')
  }

  #product(): Formula {
    return this.#chain(() => this.#one(), '×', 'times', '÷', 'over')
  }

  /** a + b + c is one sum; a + b − c the sum less c. */
  #chain(
    read: () => Formula,
    sign: string,
    many: 'sum' | 'times',
    opposite: string,
    pair: 'less' | 'over',
  ): Formula {
    let parts = [read()]
    while (this.#isSign(sign, opposite)) {
      const isOpposite = this.#next().text === opposite
      const part = read()
      parts = isOpposite ? [list(pair, [list(many, parts), part])] : [...parts, part]
    }
    return list(many, parts)
  }

  #one(): Formula {
    const token = this.#next()
    if (token.kind === 'name') return this.#figure(token)
    if (token.kind === 'word') {
      if (this.#isSign('（')) return this.#call(token)
      const known = this.#vocabulary.figures.some(({ label }) => label === token.text)
      const literal = known ? undefined : literalOf(token.text)
      return literal === undefined ? this.#figure(token) : literal
    }
    if (token.kind === 'sign' && token.text === '（') {
      const inside = this.#sum()
      this.#expect('）', '括号的末尾')
      return inside
    }
    if (token.kind === 'sign' && token.text === '−' && this.#token.from === token.to) {
      const number = this.#token
      const literal = literalOf(`-${number.text}`)
      if (number.kind === 'word' && literal !== undefined) {
        this.#next()
        return literal
      }
    }
    if (token.kind !== 'end') this.#at -= 1
    throw this.#wrong('这里应为一个数字、名称或者公式')
  }

  #figure({ text }: Token): Formula {
    const { figures } = this.#vocabulary
    const found = figures.find(({ label }) => label === text) ?? originated(text, figures)
    if (!found) {
      const isLike = /^-?[\d.]/.test(text)
        ? '带单位的数字，如 200万元、25%、6000元/人'
        : '写在前面的步骤、问卷的数字、标准或者共用公式'
      throw new WrongText(`没有叫“${text}”的数；这里应为${isLike}`)
    }
    // The origins are the kinds of formulas that name something.
    return { [found.origin]: found.key } as Formula
  }

  #call(name: Token): Formula {
    this.#next()
    if (!Object.hasOwn(FUNCTIONS, name.text)) {
      const names = Object.keys(FUNCTIONS).join('、')
      throw new WrongText(`括号前面应为 ${names} 之一，实际为“${name.text}”`)
    }
    const called = name.text as FunctionName
    const made = this.#called(called)
    this.#expect('）', `“${called}”的末尾`)
    return made
  }

  #called(name: FunctionName): Formula {
    switch (name) {
      case '取小':
        return list('least', this.#list(name))
      case '取大':
        return list('most', this.#list(name))
      case '介于':
        return this.#span()
      case '取整':
        return this.#round()
      case '分年':
        return this.#phase()
      case '如果':
        return this.#when()
      case '所得税':
        return this.#incomeTax()
      case '分档':
      case '累进':
        return this.#tiers(name === '分档' ? 'whole' : 'part')
    }
  }

  #list(name: string): Formula[] {
    const parts = [this.#sum()]
    while (this.#isSign('，')) {
      this.#next()
      parts.push(this.#sum())
    }
    if (parts.length < 2) throw this.#wrong(`“${name}”里至少两项，中间用“，”分开`)
    return parts
  }

  #span(): Formula {
    const low = this.#sum()
    this.#expect('，', '两端之间')
    const high = this.#sum()
    const made = list('span', [low, high])
    if (!this.#isSign('，')) return made
    this.#next()
    if (this.#token.kind !== 'text') throw this.#wrong('这里应为引号里的原因，如“由省里定”')
    return { ...(made as { span: readonly Formula[] }), why: this.#next().text } as Formula
  }

  #round(): Formula {
    const inner = this.#sum()
    this.#expect('，', '取整的数后面')
    const { text } = this.#token
    const way = (Object.keys(WAYS) as RoundWay[]).find((each) => text.startsWith(WAYS[each]))
    const to = way && text.slice(WAYS[way].length)
    if (!way || !to || !Object.hasOwn(ROUND_TO, to)) {
      throw this.#wrong(`这里应为 ${Object.values(WAYS).join('、')} 加上 ${Object.keys(ROUND_TO).join('、')}`)
    }
    this.#next()
    return { round: inner, to: to as RoundTo, way }
  }

  #tiers(kind: 'whole' | 'part'): Formula {
    const by = this.#sum()
    const of: FormulaTier[] = []
    while (this.#isSign('；')) {
      this.#next()
      const bound = this.#tierBound()
      this.#expect('：', '这一档的上限后面')
      of.push({ ...bound, is: this.#sum() })
    }
    if (of.length < 2) throw this.#wrong('分档至少两档：“；”后面写“不超过100万元：”“其余：”')
    return { tiers: { by, of, kind } }
  }

  #tierBound(): Omit<FormulaTier, 'is'> {
    const token = this.#next()
    if (token.text === REST) return {}
    const word = [UP_TO, BELOW].find((each) => token.text.startsWith(each))
    const amount = word && token.text.slice(word.length)
    // A space after the word is as good.
    const written = amount === '' ? this.#next().text : amount
    const literal = written ? literalOf(written) : undefined
    if (!word || literal === undefined) {
      throw new WrongText(`这里应为“不超过100万元”“不到100万元”或者“其余”，实际为“${token.text}”`)
    }
    return word === UP_TO ? { up_to: literal } : { below: literal }
  }

  #phase(): Formula {
    const first = this.#one()
    if (typeof first !== 'object' || !('own' in first)) {
      throw new WrongText('“分年”的开头应为本篇自己的、单位是年的数字')
    }
    const of: { years: number; is: Formula }[] = []
    while (this.#isSign('；')) {
      this.#next()
      const token = this.#next()
      const years = /^(\d+)年$/.exec(token.text.normalize('NFKC'))?.[1]
      if (!years) throw new WrongText(`这里应为几年，如“2年”，实际为“${token.text}”`)
      this.#expect('：', '年数后面')
      of.push({ years: Number(years), is: this.#sum() })
    }
    if (of.length === 0) throw this.#wrong('“分年”的后面应为“；2年：”')
    return { phase: { since: first.own, of } }
  }

  #incomeTax(): Formula {
    const lines: [string, Formula][] = []
    do {
      if (lines.length > 0) this.#next()
      const line = RETURN_LINES.find((each) => RETURN_WORDS[each] === this.#token.text)
      if (!line) throw this.#wrong(`这里应为 ${Object.values(RETURN_WORDS).join('、')} 之一`)
      this.#next()
      this.#expect('：', '申报表的这一行后面')
      lines.push([line, this.#sum()])
    } while (this.#isSign('；'))
    return { income_tax: Object.fromEntries(lines) }
  }

  #when(): Formula {
    const token = this.#token
    if (token.kind !== 'condition') throw this.#wrong('“如果”后面应为【】里的条件')
    const condition = this.#vocabulary.conditions.find(({ name }) => name === token.text)
    if (!condition) throw new WrongText(`没有叫【${token.text}】的条件，请在公式下面添加`)
    this.#next()
    this.#expect('：', '条件后面')
    const then = this.#sum()
    this.#expect('；', '“否则”前面')
    if (this.#token.text !== ELSE) throw this.#wrong(`这里应为“${ELSE}：”`)
    this.#next()
    this.#expect('：', `“${ELSE}”后面`)
    return { when: condition.tree, then, else: this.#sum() }
  }
}

/** 步骤·名称: whatever of that origin, known or not. */
function originated(text: string, figures: readonly Figure[]): Pick<Figure, 'origin' | 'key'> | undefined {
  const origin = (Object.keys(ORIGINS) as Origin[]).find((each) => text.startsWith(`${ORIGINS[each]}·`))
  if (!origin) return undefined
  const key = text.slice(ORIGINS[origin].length + 1)
  const labelled = figures.find((figure) => figure.origin === origin && figure.label === key)
  const isKey = figures.some((figure) => figure.origin === origin && figure.key === key)
  return key === '' ? undefined : { origin, key: isKey ? key : (labelled?.key ?? key) }
}

function list(
  kind: 'sum' | 'times' | 'less' | 'over' | 'least' | 'most' | 'span',
  parts: readonly Formula[],
): Formula {
  const [first] = parts
  if (first === undefined) throw new RangeError('a list of nothing')
  return parts.length === 1 ? first : ({ [kind]: parts } as unknown as Formula)
}
