import { join, resolve } from 'node:path'
import { captureAnswer } from './capture-answer.mjs'
import { interleave } from './interleave.mjs'
import { bareRoute, localService } from './servers.mjs'
import { startServer } from './start-server.mjs'
import { writeScriptedWorkspace } from './work.mjs'

/** The name of the build that another checkout has, in the tables. */
export const otherBuild = 'serve, of the other checkout'

/**
 * From the start of a server's process to its first answer, in milliseconds: it says where it listens, a turn is sent,
 * and its 200 is there. The bare route shows how much of it is Node and Hono. `--data` makes a new file each time. `against` is the
 * folder of another checkout, whose build is started in turn with this one; its workspace has no agent but a scripted one,
 * since an earlier build may know no others.
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
