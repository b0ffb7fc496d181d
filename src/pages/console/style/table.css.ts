/** Tables: aligned columns where there is room, labelled lines where there is not; and the two-line rows of sessions. */
export const tableStyle: string = `
table { width: 100%; border-collapse: collapse; background: var(--surface); }
th, td { padding: 8px 12px; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-size: 12.5px; font-weight: 500; white-space: nowrap; }
th:first-child, td:first-child { padding-left: 20px; }
th:last-child, td:last-child { padding-right: 20px; }
th.number, td.number { text-align: right; }
.board table { table-layout: fixed; }
.board th.number { width: 84px; }
.board th.short { width: 132px; }
.board th.time { width: 172px; }
.board td a.mono { display: block; line-height: 21px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gap { display: block; color: var(--muted); font-size: 12.5px; white-space: nowrap; }

#session-list table { table-layout: fixed; }
#session-list thead th { position: sticky; top: 0; z-index: 1; background: var(--surface); box-shadow: inset 0 -1px var(--line); border-bottom: 0; }
#session-list th:nth-child(1) { width: 30%; }
#session-list th:nth-child(3) { width: 56px; }
#session-list th:nth-child(4) { width: 168px; }
#session-list th:last-child, #session-list td:last-child { padding-right: 8px; }
#session-list tbody tr { position: relative; }
#session-list tbody tr:hover { background: var(--raised); }
#session-list tr:has([aria-current]) { background: var(--tint); box-shadow: inset 3px 0 var(--accent); }
#session-list .line, #session-list .sub { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#session-list .mono { font-size: 11.5px; line-height: 19px; }
.row-link { color: inherit; font-weight: 550; text-decoration: none; }
.row-link::after { content: ""; position: absolute; inset: 0; }
.row-link:focus-visible { outline: none; }
.row-link:focus-visible::after { outline: 2px solid var(--accent); outline-offset: -2px; }

@media (max-width: 860px) {
  .board table, .board tbody, .board tr { display: block; }
  .board thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .board tr { padding: 10px 0; border-bottom: 1px solid var(--line); }
  .board td, .board td.number { display: grid; grid-template-columns: 88px minmax(0, 1fr); gap: 12px; padding: 2px 16px; border: 0; text-align: left; }
  .board td:first-child { padding-left: 16px; }
  .board td::before { content: attr(data-label); color: var(--muted); }
  th:first-child, td:first-child { padding-left: 16px; }
  th:last-child, td:last-child { padding-right: 16px; }
}
@media (max-width: 560px) {
  #session-list table, #session-list tbody { display: block; }
  #session-list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  #session-list tr { display: grid; grid-template-columns: minmax(0, 1fr) 166px; padding: 9px 16px; border-bottom: 1px solid var(--line); }
  #session-list td { padding: 0 0 2px; border: 0; }
  #session-list td:nth-child(2) { grid-area: 2 / 1; }
  #session-list td:nth-child(3) { grid-area: 2 / 2; color: var(--muted); font-size: 12.5px; text-align: left; }
  #session-list td:nth-child(3) .cell::after { content: " turns"; }
  #session-list td:nth-child(4) { grid-area: 1 / 2; padding: 0 0 2px 12px; }
  #session-list td:nth-child(3) { padding-left: 12px; }
}
`
