import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const bin = resolve(import.meta.dirname, '../bin/tableread.js')
const helpOf = (...words: string[]): string =>
  spawnSync(process.execPath, [bin, ...words, '--help'], { encoding: 'utf8' }).stdout

/** Every verb that the help lists below some words. */
const verbsBelow = (...words: string[]): string[][] => {
  const listed = helpOf(...words).split(/^Commands:\n/m)[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'help').map((name) => [...words, name])
}

it.each(['', ...[...verbsBelow(), ...verbsBelow('report'), ...verbsBelow('tapes')].map((words) => words.join(' '))])(
  'the help of tableread %s says nothing of presets and of defaults that are empty',
  (words) => {
    const help = helpOf(...words.split(' ').filter((word) => word !== ''))
    expect(help).toContain('Usage: tableread')
    expect(help).not.toMatch(/preset:|default: (?:""|\[\]|null|undefined|\{\}|true\)|false\))/)
  },
)
