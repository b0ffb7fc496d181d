import { createRequire } from 'node:module'
import { join } from 'node:path'

/**
 * Does what `botium-cli run` does, without its mocha: reads the convos of a folder and runs them one after the other.
 */
const [, , core, folder] = process.argv
const { BotDriver } = createRequire(import.meta.url)(core)
process.env.BOTIUM_CONFIG = join(folder, 'botium.json')
const driver = new BotDriver()
const compiler = driver.BuildCompiler()
compiler.ReadScriptsFromDirectory(join(folder, 'convos'))
const container = await driver.Build()
let failed = 0
for (const convo of compiler.convos) {
  try {
    await container.Start()
    await convo.Run(container)
  } catch (error) {
    failed += 1
    if (failed <= 3) process.stderr.write(`${error.message}\n`)
  } finally {
    await container.Stop()
  }
}
await container.Clean()
process.stdout.write(`${compiler.convos.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
