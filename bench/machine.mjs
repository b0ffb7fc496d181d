import { readFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, totalmem } from 'node:os'

/** The machine and the versions, in a line; nothing that names the machine or its owner. */
export function describeMachine() {
  const memory = Math.round(totalmem() / 1024 ** 3)
  const versions = [`Node ${process.version.slice(1)}`, `undici ${versionOf('undici')}`, `Tableread ${versionOf(null)}`]
  const processor = `${cpus().length} × ${cpus()[0].model.trim()}`
  return `${processor}, ${memory} GB, ${platform()} ${arch()}; ${versions.join(', ')}`
}

/** The load of the machine over the last minute, beside its processors: above 1 each, others were at work. */
export function describeLoad() {
  return `${loadavg()[0].toFixed(1)} on ${cpus().length} processors`
}

function versionOf(dependency) {
  const folder = dependency === null ? '..' : `../node_modules/${dependency}`
  return JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8')).version
}
