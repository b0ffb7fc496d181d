import { measureGrowth } from './growth/measure-growth.mjs'
import { reportGrowth } from './growth/report-growth.mjs'
import { measureTeeth, reportTeeth } from './measure-teeth.mjs'
import { measureWorks } from './measure-works.mjs'
import { reportWorks } from './report-works.mjs'
import { measureInstall, reportInstall } from './start/measure-install.mjs'
import { measureLint, reportLint } from './start/measure-lint.mjs'
import { measureStart, reportStart } from './start/measure-start.mjs'

/**
 * The parts of the bench. `measure` gives plain data; `report` turns it into `targets` (what, limit, actual,
 * reached), a Markdown `text` and, by name, `pictures` as SVG.
 */
export const parts = [
  { name: 'works', measure: measureWorks, report: reportWorks },
  { name: 'teeth', measure: measureTeeth, report: reportTeeth },
  { name: 'start', measure: measureStart, report: reportStart },
  { name: 'lint', measure: measureLint, report: reportLint },
  { name: 'install', measure: measureInstall, report: reportInstall },
  { name: 'growth', measure: measureGrowth, report: reportGrowth },
]
