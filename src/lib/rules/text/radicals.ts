/**
 * Characters of radicals, which printed pages and PDFs contain instead of the ordinary ones: they look alike, and no search
 * finds them. NFKC folds the Kangxi radicals (U+2F00 to U+2FD5) but not the others (U+2E80 to U+2EF3); here each of these is
 * followed by its ordinary character (Unicode 14, EquivalentUnifiedIdeograph).
 */
const SUPPLEMENT = `
⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺇𠘨⺈刀⺉刂⺊卜⺋㔾⺌小⺍小⺎兀⺏尣⺐尢⺑𡯂⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪𤴔⺫目⺬示⺭礻⺮𥫗⺯糹⺰纟⺱罓⺲罒⺳㓁
⺴冗⺵𦉫⺶羊⺷𦍌⺸𦍋⺹耂⺺肀⺻聿⺼肉⺽𦥑⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇𧢲⻈讠⻉贝⻊𧾷⻋车⻌辶⻍辶⻎辶⻏邑⻐钅⻑長⻒镸⻓长⻔门⻕𨸏⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞𩙿⻟飠⻠饣⻡𩠐⻢马⻣骨⻤鬼⻥鱼
⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟
`

const FOLDED = new Map(
  [...SUPPLEMENT.matchAll(/(\p{Script=Han})(\p{Script=Han})/gu)].map(([, from = '', to = '']) => [from, to]),
)

/** Any of them, except U+2E80, for which Unicode has no ordinary character. */
export const RADICAL = /[\u2e81-\u2e99\u2e9b-\u2ef3\u2f00-\u2fd5]/

const ALL = new RegExp(RADICAL, 'g')

export function foldRadicals(text: string): string {
  return text.replace(ALL, (radical) => FOLDED.get(radical) ?? radical.normalize('NFKC'))
}
