#!/usr/bin/env bash
# Makes a check of the commit that says how many differences of a comparison nobody has decided about. A check that is
# required blocks a merge until it comes, so that one is made of every comparison: where nothing was compared, it says so
# and is neutral. It is good only where everything was compared, and asks for an action only where the gate is shut until
# somebody decides. A run alone has none: there is nothing to decide.
# A token that may not write, as for a fork, is a warning.
# RESULT: the file. COMMAND: what was run, where that is known. CODE: the exit code. TABLEREAD: words that spaces
# separate. COMMIT, NAME. GH_TOKEN, GITHUB_REPOSITORY: as GitHub sets them.
set -uo pipefail
read -ra start <<<"$TABLEREAD"
read -r verb _ <<<"${COMMAND:-}"
told='The summary of the job says what it found.'
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
told=${told//"$RESULT"/result.json}
title=$(grep -m 1 -E '^(needs review: |may be reviewed: |nothing is undecided|nothing was compared)' <<<"$told")
how=''
case $title in
  'needs review: '*) conclusion=action_required ;;
  'nothing is undecided') conclusion=success ;;
  *' could not be '*) conclusion=$([ "${CODE:-0}" = 0 ] && echo neutral || echo failure) ;;
  'may be reviewed: '* | 'nothing was compared'*) conclusion=neutral ;;
  # There is no result: with a mistake in a file, or a service that is down, the job is red, and so is this.
  *) conclusion=$([ "${CODE:-0}" = 0 ] && echo neutral || echo failure) title=${title:-nothing was compared} ;;
esac
[[ $title == *' reviewed: '* || $title == 'needs review: '* ]] &&
  how="Download result.json of the artifact ${ARTIFACT:-tableread-report} into the project's folder, and decide there:"
fence='~~~~~~~~~~'
# An output takes 65,535 characters, and a title 255.
summary=$(printf '%s\n\n%s\n%s\n%s\n' "$how" "$fence" "$(sed 's/~~~~/----/g' <<<"${told:0:20000}")" "$fence")
gh api --silent --method POST "repos/$GITHUB_REPOSITORY/check-runs" -f "name=Tableread review${NAME:+ ($NAME)}" \
  -f "head_sha=$COMMIT" -f status=completed -f "conclusion=$conclusion" -f "output[title]=${title:0:250}" \
  -f "output[summary]=$summary" && exit 0
echo "::warning::$title; no check could say so: the token needs checks: write, which forks do not get"
