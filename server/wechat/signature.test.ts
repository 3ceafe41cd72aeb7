import { expect, test } from 'vitest'
import { signPage } from './signature.ts'

/** The example of WeChat's documentation. */
const EXAMPLE = {
  ticket: 'sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg',
  nonceStr: 'Wm3WZYTPz0wzccnW',
  timestamp: 1414587457,
}

test.each(['http://mp.weixin.qq.com?params=value', 'http://mp.weixin.qq.com?params=value#a#b'])(
  'the published example has the published signature: %s',
  (url) => {
    expect(signPage({ ...EXAMPLE, url })).toBe('0f9de62fce790f9a083d5c99e95740ceb90c27ed')
  },
)
