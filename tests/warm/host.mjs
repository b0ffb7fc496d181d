// Runs commands of Tableread one after another in this process, through the program's own entry. Code is
// loaded and compiled only once, which is most of the work of a short command. Each command gets the folder,
// environment and arguments it was sent, and a fresh copy of the entry; afterwards, the host does what a
// process would do as it exits.
const entry = new URL('../../dist/app/cli/main.js', import.meta.url).href
const written = { out: '', err: '' }
const catchInto = (name) => (chunk, encoding, done) => {
  written[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8')
  const then = typeof encoding === 'function' ? encoding : done
  if (then) process.nextTick(then)
  return true
}
process.stdout.write = catchInto('out')
process.stderr.write = catchInto('err')
process.setMaxListeners(0)
process.stdout.setMaxListeners(0)
process.stderr.setMaxListeners(0)

class Exit extends Error {}
process.exit = (code) => {
  if (code !== undefined) process.exitCode = code
  throw new Exit()
}
const quit = process.reallyExit.bind(process)

// As in a separate process, an uncaught error is printed and ends the command with 1.
let fall = () => undefined
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.on(event, (error) => {
    if (error instanceof Exit) return fall()
    written.err += `${error?.stack ?? error}\n`
    process.exitCode = 1
    fall()
  })

const endings = ['beforeExit', 'exit', 'SIGINT', 'SIGTERM']
const own = new Map(endings.map((event) => [event, process.listeners(event)]))
let count = 0

const idle = process.getActiveResourcesInfo().length + 1 // plus one: the channel to the test is opened later

/** Waits, as a process would, until nothing of the command is left that would keep it alive. */
async function drained() {
  while (process.getActiveResourcesInfo().length > idle) await new Promise((next) => setTimeout(next, 1).unref())
}

async function run({ args, folder, env }) {
  Object.assign(written, { out: '', err: '' })
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  process.argv.splice(1, process.argv.length, 'tableread', ...args)
  process.exitCode = undefined
  count += 1
  const fell = new Promise((done) => {
    fall = done
  })
  const over = import(`${entry}?${count}`).then(({ commandEnd }) => commandEnd)
  const isOver = over.then(drained).catch((error) => process.emit('uncaughtException', error))
  await Promise.race([fell, isOver])
  for (const event of endings)
    for (const listener of process.listeners(event)) {
      if (own.get(event).includes(listener)) continue
      if (event === 'beforeExit' || event === 'exit') listener(process.exitCode ?? 0)
      process.off(event, listener)
    }
  return { code: process.exitCode ?? 0, ...written }
}

let last = Promise.resolve()
process.on('message', ({ id, ...command }) => {
  last = last.then(async () => process.send({ id, run: await run(command) }))
})
process.on('disconnect', () => quit(0))
