# What run-whole.sh and merge-shards.sh share: reports are written to RESULTS/report, the exit code goes to the output `code`,
# so that reports and comment come before the gate, and where nothing could be reported, the summary is what was said.
# TABLEREAD: words that spaces separate. LINT: true checks the suites first, and reports no more than that where they are
# not sound.
read -ra start <<<"$TABLEREAD"
report="$RESULTS/report"
log="$RESULTS/log"
rm -rf "$report" "$RESULTS/lint.md"
mkdir -p "$report"

# Runs Tableread, and keeps what it says beside its report.
tableread() {
  { "${start[@]}" "$@" 2>&1 >&3 | tee "$log" >&2; } 3>&1
}

# Checks the suites. Where they are sound, it leaves only its warnings, for the summary of the job: nobody reads a green log.
lint_first() {
  [ "${LINT:-false}" = true ] || return 0
  tableread lint --json "$report/lint.json" --junit "$report/junit.xml" --markdown "$report/summary.md" || return
  grep -qs '"severity"' "$report/lint.json" && mv "$report/summary.md" "$RESULTS/lint.md"
  rm -f "$report/lint.json" "$report/junit.xml" "$report/summary.md"
}

# Runs Tableread with every report.
reported() {
  tableread "$@" --json "$report/result.json" --junit "$report/junit.xml" --ctrf "$report/ctrf.json" \
    --html "$report/report.html" --markdown "$report/summary.md"
}

# Hands on the exit code and the summary.
finish() {
  echo "code=$1" >>"$GITHUB_OUTPUT"
  if [ ! -s "$report/summary.md" ]; then
    echo "::error::nothing was judged (exit code $1): what was said stands above, and in the summary of the job"
    {
      printf '<!-- tableread -->\n## ❌ Nothing was judged\n\nWhat was said instead, with the exit code %s:\n\n' "$1"
      grep -v '^::' "$log" | head -n 100 | sed 's/^/    /'
    } >"$report/summary.md"
  elif grep -q '^## ❌ No result: ' "$report/summary.md"; then
    echo "::error::nothing was judged (exit code $1): the summary of the job says why"
  fi
  cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
  [ ! -f "$RESULTS/lint.md" ] || tail -n +2 "$RESULTS/lint.md" >>"$GITHUB_STEP_SUMMARY"
}
