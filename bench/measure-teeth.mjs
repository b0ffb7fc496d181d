import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { contenders } from './contenders.mjs'
import { notices, runOnce } from './run-once.mjs'
import { lies } from './stub-slice.mjs'
import { table } from './table.mjs'

const work = { name: 'W(2, 2)', conversations: 2, turns: 2, concurrency: 2, delayMs: 0 }

/** Which lies of the stub each contender notices: a check that could not fail would cost nothing. */
export async function measureTeeth({ peers, stub, folder, onRound }) {
  const measured = []
  for (const [index, contender] of [...contenders, ...peers].entries()) {
    if (contender.name.startsWith('bare loop')) continue
    const place = join(folder, `teeth-${index}`)
    mkdirSync(place)
    contender.write({ work, url: stub.url, folder: place })
    const sound = await passes({ contender, stub, folder: place })
    const noticed = {}
    for (const lie of sound ? lies : []) noticed[lie] = await notices({ work, contender, stub, folder: place, lie })
    measured.push({ name: contender.name, sound, noticed })
    onRound(contender.name)
  }
  return measured
}

async function passes({ contender, stub, folder }) {
  try {
    await runOnce({ work, contender, stub, folder })
    return true
  } catch (error) {
    if (contender.peer !== true) throw error
    return false
  }
}

/** The lies in a table, and a target: contenders must notice everything the work asks to be checked. */
export function reportTeeth(measured) {
  const mark = ({ sound, noticed }, lie) => (!sound ? '?' : noticed[lie] ? 'yes' : 'no')
  const rows = measured.map((each) => [each.name, ...lies.map((lie) => mark(each, lie))])
  const words =
    'Each contender runs once against a stub whose every answer is wrong in one way, and must end with an error. The bare loop is no test and looks for the text only.'
  return { targets: [], text: `### Who notices what\n\n${words}\n\n${table(['', ...lies], rows)}`, pictures: {} }
}
