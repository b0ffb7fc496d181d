import { writeFileSync } from 'node:fs'

const page = new URL('../../docs/local-service-performance.md', import.meta.url)

const words = `# Performance of the local service

Users do not need this page: it is for those who maintain the [local service](local-service.md).

<!-- \`node bench/service/run.mjs\` writes this page; do not edit it by hand. -->

What the local service adds to a bare HTTP route, and whether it stays fast and small when it holds a lot. The bare route
is Hono on the same listener, which parses the body and answers with the bytes of a real answer. Servers and the client (an
undici pool of 8 connections, kept alive) run in separate processes; the service is \`tableread serve\` with an agent of
one rule, one tool call and one reply, and every session has 5 turns. Every answer is checked for its status, its session
and the words of the reply. Contenders take turns, ratios are taken within a round, and the first round is discarded.
Figures are medians, with the minimum and maximum in brackets. With \`--data\`, writes have reached the operating system
before a turn is answered: they survive the end of the process, however it ends. For the session fetch, stores are filled
directly and then read over HTTP.

Beside the scripted agent, the same agent as a code function plays the same turns on a separate service. A thousand sessions
at once use a model agent whose model takes a second, a stub of the wire protocol in its own process, and a client whose
connections are already open. \`node bench/service/run.mjs --only start --against FOLDER\` also starts the build of another
checkout, in turn. In case other work keeps the machine busy, the best round of both sides is given beside the median of
rounds, and the processor time beside turns per second.

What is counted rather than timed is in tests: a turn of a code agent is one transaction, reads no history that its agent
does not look at, creates no signal that nobody asks for, and compiles a tool's schema once
(src/service/agents/thinking/turn-cost.test.ts); with an agent in a module, a turn takes one message each way
(src/service/agents/code/agent-code.test.ts); \`serve\` of scripted agents loads nothing of the AI SDK, MCP, A2A or AG-UI, nor
Tableread's own part for agents that think (tests/counts.test.ts).

In memory, code agents do not reach ninety per cent of a scripted agent's turns, and with a thread they cannot when a turn is
as short as this one. On the service's own thread, a code agent takes about a fifth of a turn more than a scripted one: a
third of that is the waiting itself (promises, the time limit, bookkeeping), which an agent in the same thread would need
too, and the rest is one message each way. The other thread's work counts when there are no more processors than threads.
Agents that think for a millisecond or more do not notice, nor do services that keep their sessions in a file. An agent in
the service's own thread could exit, block or print into reports, so there is no option for that. The first thousand
sessions at once that a service ever plays take about a second longer than the next: its code is not compiled yet (the AI
SDK itself is already loaded).
`

/** Writes docs/local-service-performance.md: the text above and the measurements. */
export function writePage(markdown) {
  writeFileSync(page, `${words}\n${markdown}\n`)
}
