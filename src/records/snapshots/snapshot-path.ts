import { createHash } from 'node:crypto'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { lookAt, readText } from '../../base/files/files.ts'
import { redactKeys } from '../../base/secrets/secret-keys.ts'
import { toNormalForm } from '../../base/text/normal-form.ts'

export const snapshotFolder = 'snapshots'

/** What a snapshot file is named after. `file` is the suite's path, absolute or from `folder`. */
export interface SnapshotSubject {
  file: string
  conversation: string
  version: string
}

/** A snapshot's absolute path, of its three names alone; altered ones get digits of their hash. Keys go first. */
export function snapshotPath(subject: SnapshotSubject, folder: string): string {
  return standing(subject, (place) => join(folder, snapshotFolder, `${place}.txt`), folder)
}

/** The file by its name's place; one written when cut names had four digits is still its own, if it says so. */
export function standing(subject: SnapshotSubject, pathOf: (place: string) => string, folder: string): string {
  const path = pathOf(placeOf(subject, folder))
  const earlier = pathOf(placeOf(subject, folder, fewDigits))
  if (earlier === path || lookAt(path) !== undefined || lookAt(earlier)?.isFile() !== true) return path
  return readText(earlier).slice(0, longestHead).includes(redactKeys(subject.conversation)) ? earlier : path
}

/** How much of a file is looked through for its name, in characters. */
const longestHead = 10_000

/** The same location relative to any other folder, without the extension: `suites/orders/tracks-an-order.default`. */
function placeOf({ file, conversation, version }: SnapshotSubject, folder: string, ofCut = manyDigits): string {
  const suite = suiteOf(file, folder)
    .replace(/\.yaml$/, '')
    .split('/')
    .map((part) => (part === '..' ? '_up' : safePart(redactKeys(part))))
  return join(...suite, `${slugOf(redactKeys(conversation), ofCut)}.${version}`)
}

/** The suite's path as headers show it: from `folder`, with forward slashes. */
export function suiteOf(file: string, folder: string): string {
  const path = relative(folder, resolve(folder, file))
  return (isAbsolute(path) ? path.replace(/^([a-z]):/i, '$1') : path).replaceAll('\\', '/')
}

const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/i

/** Parts of the suite's path exist on this system, so only what another system could not check out is replaced. */
function safePart(part: string): string {
  const safe = part.replace(/[<>:"|?*\p{C}]/gu, '_').replace(/[. ]+$/, '_')
  return safe === part && !reserved.test(part.split('.')[0] ?? '') ? part : `${safe}~${digits(part)}`
}

const most = 60

function slugOf(name: string, ofCut: number): string {
  const words = toNormalForm(toNormalForm(name, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .match(/[\p{L}\p{N}\p{M}]+/gu)
  let [slug, isCut] = ['', false]
  for (const word of words ?? []) {
    const longer = slug === '' ? [...word].slice(0, most).join('') : `${slug}-${word}`
    const fits = [...longer].length <= most && Buffer.byteLength(longer) <= 2 * most
    isCut ||= !fits || longer.length < word.length
    if (!fits) break
    slug = longer
  }
  const exact = slug.replaceAll('-', ' ') === name && /^[a-z0-9 ]+$/.test(name) && !reserved.test(slug)
  return exact ? slug : `${slug === '' ? 'conversation' : slug}~${digits(name, isCut ? ofCut : fewDigits)}`
}

/** Digits of the hash of a name that is in the file name as a whole, and of one that is cut. */
const [fewDigits, manyDigits] = [4, 10]

function digits(name: string, many = fewDigits): string {
  return createHash('sha256').update(toNormalForm(name, 'NFC')).digest('hex').slice(0, many)
}
