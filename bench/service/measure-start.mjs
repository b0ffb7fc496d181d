import { join, resolve } from 'node:path'
import { captureAnswer } from './capture-answer.mjs'
import { interleave } from './interleave.mjs'
import { bareRoute, localService } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { writeScriptedWorkspace } from './work.mjs'

/** The name of the other checkout's build in the tables. */
export const otherBuild = 'serve, of the other checkout'

/**
 * From the start of a server's process to its first answer, in milliseconds: it prints its address, a turn is
 * sent, and its 200 arrives. The bare route shows how much of that is Node and Hono. `--data` creates a new
 * file each time. `against` is the folder of another checkout, whose build is started in alternation with
 * this one. The workspace has only a scripted agent, since an earlier build may not know other kinds.
 */
export async function measureStart({ folder, workspace, size, against, onRound }) {
  let files = 0
  const nextFile = () => {
    files += 1
    return join(folder, `start-${files}.db`)
  }
  const example = await startServer(localService(workspace))
  const answer = join(folder, 'start-answer.json')
  await captureAnswer(example.url, answer)
  await example.stop()
  const scripted = writeScriptedWorkspace(folder)
  const other =
    against === undefined
      ? []
      : [{ name: otherBuild, command: () => localService(scripted, undefined, resolve(against)) }]
  const contenders = [
    { name: 'bare route', command: () => bareRoute(answer) },
    { name: 'serve', command: () => localService(scripted) },
    ...other,
    { name: 'serve --data', command: () => localService(scripted, nextFile()) },
  ]
  const measure = ({ command }) => startOnce(command(), join(folder, 'first-answer.json'))
  return { runs: await interleave({ contenders, rounds: size.rounds, measure, onRound }) }
}

async function startOnce(command, file) {
  const began = performance.now()
  const server = await startServer(command)
  await captureAnswer(server.url, file)
  const wallMs = performance.now() - began
  await server.stop()
  return { wallMs }
}
