/** The tabs that are one wide part: queue, outbox and service. */
export const boardStyle: string = `
.board { background: var(--surface); }
.outbox > li {
  display: grid;
  grid-template-columns: 176px minmax(0, 760px);
  gap: 24px;
  padding: 16px 20px;
  border-bottom: 1px solid var(--line);
}
.letter { display: grid; gap: 10px; min-width: 0; }
.letter h3 { font-size: 15px; }
.letter .facts > div { grid-template-columns: 72px minmax(0, 1fr); }
.letter .facts:empty { display: none; }
.letter > .text { max-height: 22rem; overflow: auto; }
.links { display: grid; gap: 2px; }

#service { padding-bottom: 24px; }
#service h2, #service > .muted { padding: 0 20px; }
#service h2 { margin: 24px 0 8px; font-size: 15px; }
#service table { margin-bottom: 16px; }
#service > section { border-top: 1px solid var(--line); margin-top: 24px; }
.faults { display: grid; gap: 8px; padding: 0 20px; }
.faults pre { padding: 6px 12px; border-left: 3px solid var(--bad); background: var(--raised); }

@media (max-width: 860px) {
  .outbox > li { grid-template-columns: minmax(0, 1fr); gap: 10px; padding: 14px 16px; }
  .posted { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 12px; }
  #service h2, #service > .muted, .faults { padding: 0 16px; }
}
`
