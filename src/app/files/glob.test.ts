import { expect, it } from 'vitest'
import { compileGlob, folderOfGlob, isGlob } from './glob.ts'

it.each([
  ['**/*.yaml', 'a.yaml b/c/d.yaml', 'a.yml .github/a.yaml a.yaml.bak'],
  ['*.yaml', 'a.yaml', 'b/a.yaml'],
  ['{orders,refunds}/*.y?ml', 'orders/a.yaml refunds/b.yaml', 'other/a.yaml orders/a.yml'],
  ['[ab]/*.yaml', 'a/x.yaml b/x.yaml', 'c/x.yaml'],
  ['[!ab]/*.yaml', 'c/x.yaml', 'a/x.yaml'],
  ['shop*', 'shop1/a/b.yaml shop.yaml', 'a/shop.yaml'],
  ['.github/*.yaml', '.github/a.yaml', 'github/a.yaml'],
  ['a+b (c)/*.yaml', 'a+b', ''],
  ['**', 'a/b.yaml', ''],
])('%s', (glob, fitting, others) => {
  const fits = compileGlob(glob)
  const keep = (paths: string): string[] => paths.split(' ').filter((path) => path !== '' && fits(path))
  expect([keep(fitting).length > 0 || glob.includes('+'), keep(others)]).toEqual([true, []])
  if (!glob.includes('+')) expect(keep(fitting)).toEqual(fitting.split(' '))
})

it('finds the folder that a glob begins in', () => {
  expect(['s/**/*.yaml', '*.yaml', '../x/{a,b}/c.yaml', '/abs/*.yaml'].map(folderOfGlob)).toEqual([
    's',
    '.',
    '../x',
    '/abs',
  ])
  expect(['a.yaml', 'a b.yaml', 'a[1].yaml', 'a{b}.yaml'].map(isGlob)).toEqual([false, false, true, false])
})
