import { describe, expect, it } from 'vitest'
import { duplicateMember } from './duplicate-member.ts'
import { measureGrowth, mostGrowth } from './measure-growth.fixture.ts'

describe('duplicateMember', () => {
  it.each([
    ['two of one name', '{"a":1,"a":2}', 'a'],
    ['below others', '{"data":{"items":[{"id":1},{"id":2,"name":"x","id":3}]}}', 'data.items[1].id'],
    ['written in two ways', '{"ab":1,"\\u0061b":2}', 'ab'],
    ['with spaces', '{\n  "a" : 1,\n  "b" : {},\n  "a"\t: 2\n}', 'a'],
    ['the same twice', '{"a":null,"a":null}', 'a'],
    ['of the name __proto__', '{"__proto__":1,"__proto__":2}', '__proto__'],
    ['the empty name', '{"x":{"":1,"":2}}', 'x.'],
    ['after a list of lists', '[[1,2],[3,{"a":0,"b":0,"a":0}]]', '[1][1].a'],
    ['one that ends in a backslash', '{"a\\\\":1,"a\\\\":2}', 'a\\'],
  ])('%s', (_, text, path) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(duplicateMember(text)).toBe(path)
  })

  it.each([
    ['different objects', '[{"a":1},{"a":2}]'],
    ['an object in itself', '{"a":{"a":{"a":1}}}'],
    ['a name that is a value too', '{"a":"a","b":"a"}'],
    ['a value that looks like a member', '{"a":":","b":"a\\":1,\\"a\\":2"}'],
    ['JSON in a text', '{"output":"{\\"a\\":1,\\"a\\":2}","b":1}'],
    ['a name that another one begins with', '{"a":1,"a ":2,"A":3}'],
    ['no object', '"a"'],
    ['nothing', '{}'],
  ])('none: %s', (_, text) => {
    expect(() => JSON.parse(text)).not.toThrow()
    expect(duplicateMember(text)).toBeNull()
  })

  it('takes time that grows as the text does', async () => {
    const growth = await measureGrowth(20_000, (size) => {
      const wide = Object.fromEntries(Array.from({ length: size }, (_, index) => [`member ${index}`, '\\'.repeat(9)]))
      duplicateMember(JSON.stringify({ wide, text: '\\'.repeat(size), quotes: '"'.repeat(size) }))
    })
    expect(growth).toBeLessThan(mostGrowth)
  })
})
