import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../../base/package-folder.ts'
import { print } from '../../edge/print.ts'
import { run } from './run.ts'

const demoSuites = fileURLToPath(new URL('suites', packageFolder))

/** `tableread demo`: 0 when every conversation passes on default and the draft breaks some. */
export async function demo(): Promise<number> {
  process.chdir(dirname(demoSuites))
  const say = (text: string): void => void print(`${text}\n`)
  say(
    'Three demo agents on the local service: an order desk that follows rules, an airline desk that replays recorded ' +
      'dialogues, and a warranty desk that is code. First the published version:\n',
  )
  const play = (version: string): Promise<number> =>
    run(['suites'], { reporter: 'default', agentVersion: [version], history: false }, { isDemo: true })
  const published = await play('default')
  say('\nNow the draft that somebody wants to publish. It carries a few regressions:\n')
  const draft = await play('draft')
  const asMeant = published === 0 && draft === 1
  say(
    asMeant
      ? '\nThe published version passes; the draft is not safe to publish. Write your own: npx tableread run your-suite.yaml'
      : '\nThe demo did not go as it should: please report it.',
  )
  return asMeant ? 0 : 1
}
