import { describe, expect, it } from 'vitest'
import { substitute } from './fill-template.ts'

describe('substitute', () => {
  it('SUB-01 fills a placeholder', () => {
    expect(substitute('Hello ${name}', { name: 'Asha' })).toBe('Hello Asha')
  })
  it('SUB-02 leaves a placeholder without a value as written', () => {
    expect(substitute('Hello ${name}', {})).toBe('Hello ${name}')
  })
  it('SUB-03 writes values that are no text', () => {
    expect(substitute('${a} ${b} ${c} ${d}', { a: 1, b: true, c: null, d: { x: 1 } })).toBe('1 true  {"x":1}')
  })
  it('SUB-04 expands once, and takes $ in values literally', () => {
    expect(substitute('${a}', { a: '${b} $& $1', b: 'no' })).toBe('${b} $& $1')
  })
  it('SUB-06 looks at own members only', () => {
    expect(substitute('${constructor} ${__proto__}', {})).toBe('${constructor} ${__proto__}')
  })
})
