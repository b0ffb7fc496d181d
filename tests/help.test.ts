import { expect, it } from 'vitest'
import { runWarm } from './warm/run-warm.ts'

const helpOf = async (...words: string[]): Promise<string> =>
  (await runWarm([...words, '--help'], { folder: import.meta.dirname })).out

/** Every verb that the help lists below these words. */
const verbsBelow = async (...words: string[]): Promise<string[][]> => {
  const listed = (await helpOf(...words)).split(/^Commands:\n/m)[1] ?? ''
  const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'help').map((name) => [...words, name])
}

const verbs = [...(await verbsBelow()), ...(await verbsBelow('report')), ...(await verbsBelow('tapes'))]

it.each(['', ...verbs.map((words) => words.join(' '))])(
  'the help of tableread %s says nothing of presets and of defaults that are empty',
  async (words) => {
    const help = await helpOf(...words.split(' ').filter((word) => word !== ''))
    expect(help).toContain('Usage: tableread')
    expect(help).not.toMatch(/preset:|default: (?:""|\[\]|null|undefined|\{\}|true\)|false\))/)
  },
)
