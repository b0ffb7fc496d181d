#!/usr/bin/env bash
# Makes a check of the commit that says how many differences of a comparison nobody has decided about. A check that is
# required blocks a merge until it comes, so that one is made of every comparison: where nothing was compared, it says so
# and is neutral. It is good only where everything was compared and nothing warns, asks for an action only where the gate is shut until
# somebody decides, and fails with the job otherwise. A run alone has none: there is nothing to decide.
# A token that may not write, as for a fork, is a warning.
# RESULT: the file. COMMAND: what was run, where that is known. CODE: the exit code. TABLEREAD: words that spaces
# separate. COMMIT, NAME, ARTIFACT, DIRECTORY: the folder of the suites. GH_TOKEN, GITHUB_REPOSITORY, GITHUB_RUN_ID, GITHUB_SERVER_URL: as GitHub sets them.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
read -r verb _ <<<"${COMMAND:-}"
folder=".tableread/run-${GITHUB_RUN_ID:-}"
how="[The summary of the job]($GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/${GITHUB_RUN_ID:-}) says what it found."
told=''
if [ -s "$RESULT" ]; then
  if listed=$("${start[@]}" review "$RESULT" 2>&1); then
    told=$listed
  elif [[ $listed == *' is the result of a run'* ]]; then
    exit 0
  else
    echo "$listed" >&2
  fi
elif [ "$verb" = run ]; then
  exit 0
fi
# The file is in the artifact, and here for as long as the job runs.
told=${told//"$RESULT"/$folder/result.json}
title=$(grep -m 1 -E '^(needs review: |may be reviewed: |nothing is undecided|nothing was compared)' <<<"$told")
title=${title:-nothing was compared}
# The characters that stand as entities in Markdown.
plain='fs.readFileSync(0, "utf8").trim().replace(/<.?span>|\u2060/g, "").replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(code))'
case $title in
  'needs review: '*) conclusion=action_required ;;
  'nothing is undecided') conclusion=success ;;
  *) conclusion=neutral ;;
esac
why=$(sed -nE 's/^## //p; T; q' "${RESULT%/*}/summary.md" 2>/dev/null | node -p "$plain")
# The comment's first line has the same word for the same state: where that warns, nothing is good.
[[ $conclusion != success || $why != '⚠️'* ]] || conclusion=neutral
if [ "${CODE:-0}" != 0 ]; then
  [ "$conclusion" = action_required ] || conclusion=failure
fi
if [ "${CODE:-0}" != 0 ] || [[ $why == '⚠️'* ]]; then
  # The title has the first line of the report: the list of checks shows no more.
  title=${why:+$why (}$title${why:+)}
fi
[[ $title == *'reviewed: '* || $title == *'needs review: '* ]] &&
  how+=$(printf '\n\nAt the root of your clone, fetch what differs:\n\n'; bash "$(dirname "$0")/review-commands.sh" "${ARTIFACT:-tableread-report}" "$RESULT")
fence='~~~~~~~~~~'
# An output takes 65,535 characters, and a title 255.
summary=$how
[ -z "$told" ] || summary+=$(printf '\n\n%s\n%s\n%s\n' "$fence" "$(sed 's/~~~~/----/g' <<<"${told:0:20000}")" "$fence")
gh api --silent --method POST "repos/$GITHUB_REPOSITORY/check-runs" -f "name=Tableread review${NAME:+ ($NAME)}" \
  -f "head_sha=$COMMIT" -f status=completed -f "conclusion=$conclusion" -f "output[title]=${title:0:250}" \
  -f "output[summary]=$summary" && exit 0
echo "::warning::$title; no check could say so: the token needs checks: write, which forks do not get"
