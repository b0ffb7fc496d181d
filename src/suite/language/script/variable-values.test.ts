import { describe, expect, it } from 'vitest'
import { findCircle, mergeVariables, resolveVariables } from './variable-values.ts'

const variables = (values: Parameters<typeof findCircle>[0]['values'], numerals = {}) => ({ values, numerals })

describe('variables among each other', () => {
  it('are filled in whatever their order, and keep their kind and form where they stand alone', () => {
    const definitions = variables({ a: '{{b}} {{c}}', b: '{{c}}', c: 19.9, d: { at: ['{{b}}'] } }, { c: '19.90' })
    expect(resolveVariables(definitions, {})).toEqual({
      values: { a: '19.90 19.90', b: 19.9, c: 19.9, d: { at: [19.9] } },
      numerals: { b: '19.90', c: '19.90' },
    })
  })
  it('take given values before their own, which are not looked into again', () => {
    const resolved = resolveVariables(variables({ shop: 'at {{env.SHOP}}' }), { 'env.SHOP': '{{shop}}' })
    expect(resolved.values).toEqual({ shop: 'at {{shop}}', 'env.SHOP': '{{shop}}' })
  })
  it('go over each other by layers, forms of numbers among them', () => {
    const [suite, row] = [variables({ a: 19.9, b: 5 }, { a: '19.90' }), variables({ a: 19.9, b: 5 }, { b: '5.0' })]
    expect(mergeVariables(suite, undefined, row)).toEqual({ values: { a: 19.9, b: 5 }, numerals: { b: '5.0' } })
  })
  it.each([
    [{ a: '{{a}}' }, ['a', 'a']],
    [{ x: '{{b}}', a: '{{b}}', b: ['{{c}}'], c: { d: '{{a}}' } }, ['b', 'c', 'a', 'b']],
    [{ a: '{{b}} {{b}}', b: '{{c}}', c: '{{env.C}}' }, null],
  ])('in %j have the circle %j', (values, circle) => {
    expect(findCircle(variables(values))).toEqual(circle)
  })
})
