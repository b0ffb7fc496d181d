import type * as Vitest from 'vitest'
import { variableOf } from '../../base/secrets/environment.ts'
import { finishText } from '../../report/text/finish-text.ts'
import { type Plan, planScript } from '../../suite/plan/plan.ts'
import { holdConversation, judgingLimit, limitOf, nextCancelSignal } from './hold-conversation.ts'
import type { OnLine, SuiteData, TestWork } from './suite-data.ts'

/** The functions that a suite's module calls, each from the YAML line it concerns. */
export interface OpenSuite {
  /** Opens the suite's `describe`. */
  suite(body: () => void): void
  /** Registers a conversation as one test. */
  conversation(index: number): void
  /** Sets the function through which a turn is annotated on its line. */
  turn(conversation: number, index: number, on: OnLine): void
}

/** As concurrent tests. `vt` is the copy that runs the file: in one imported here no suite is current. */
export function openSuite(vt: typeof Vitest, { path, script, settings }: SuiteData): OpenSuite {
  refuseBroken(vt.inject('tableread:broken'))
  const plans = planScript(script, { ...settings, versions: [settings.version], environment: process.env })
  const lacking = settings.version === 'draft' && settings.draftless?.find((agent) => agent === script.agent?.value)
  const whyNot = lacking ? `, since ${finishText(lacking)} has no draft` : ''
  const cancel = nextCancelSignal()
  const lines = script.conversations.map(() => new Map<number, OnLine>())
  return {
    suite(body) {
      vt.describe(script.suite.value, () => {
        if (plans.length === 0) vt.test.skip(`nothing here runs against ${settings.version}${whyNot}`)
        body()
      })
    },
    conversation(index) {
      const listedTalk = script.conversations[index]
      const own = plans.filter(({ conversation: { at, row } }) => at === listedTalk?.at && row === listedTalk.row)
      if (own.length === 0) throw new RangeError(`the suite has no conversation ${index}`)
      for (const plan of own) register(plan, index) // one for each seed
    },
    turn(conversation, index, on) {
      lines[conversation]?.set(index, on)
    },
  }

  function register(plan: Plan, index: number): void {
    const { name, only } = plan.conversation
    // Reporters such as JUnit and JSON leave out the project, so the name has the version where there are several.
    const version = settings.versions.length < 2 && plan.version === settings.version ? '' : ` [${plan.version}]`
    const run = vt.inject('tableread:settings')
    const options = {
      concurrent: true,
      timeout: limitOf(plan) + judgingLimit(plan, run),
      tags: plan.tags,
      ...(only?.value === true ? { only: true } : {}),
    }
    vt.test(finishText(name.value) + version, options, (test) =>
      holdConversation(plan, {
        test,
        path,
        onLine: (turn) => lines[index]?.get(turn),
        ...serviceOf(vt),
        settings,
        run,
        talks: vt.inject('tableread:talks'),
        budget: vt.inject('tableread:budget'),
        reportUrl: vt.inject('tableread:report'),
        cancel,
        signal: AbortSignal.any([cancel, test.signal]),
      }),
    )
  }
}

/** The service goes on with the agents as they were, whose answers say nothing of what the files say now. */
function refuseBroken(problems: string): void {
  if (problems === '') return
  const message = `nothing was judged, since the workspace is broken: ${finishText(problems)}`
  throw Object.assign(new Error(message), { stack: '' }) // a stack would have Vitest quote the suite, which is sound
}

function serviceOf(vt: typeof Vitest): Pick<TestWork, 'service' | 'apiKey'> {
  const service = vt.inject('tableread:service')
  return { service, apiKey: service.apiKey ?? variableOf(process.env, 'TABLEREAD_API_KEY') ?? null }
}
